import { roles as platformRoles, rolePattern } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { CheckList, Field } from '../elements/fields.tsx';
import { settingsTexts } from './texts.ts';

/**
 * Roles as small labels.
 * @param props.name the list's name for screen readers, if no visible text names it
 */
export function RoleList({ roles, name }: { roles: readonly string[]; name?: string }) {
  if (roles.length === 0) return <span className="muted">{settingsTexts.noRoles}</span>;
  return (
    <ul className="role-list plain-list" aria-label={name}>
      {roles.map((role) => (
        <li key={role}>
          <code className="badge">{role}</code>
        </li>
      ))}
    </ul>
  );
}

/** Chosen roles, and typed ones with spaces between them. */
export type RoleInput = { roles: string[]; otherRoles: string };

const isRole = new RegExp(rolePattern);

type RoleChoiceProps = {
  legend: string;
  input: RoleInput;
  onChange: (members: Partial<RoleInput>) => void;
  faults: readonly string[];
};

/** The roles that a person may hand on, to choose from, and a field for any others. */
export function RoleChoice({ legend, input, onChange, faults }: RoleChoiceProps) {
  const offered = useOfferedRoles();
  // One may hand on every role that is offered: what is wrong is typed.
  const isTyped = input.otherRoles.trim() !== '';
  return (
    <>
      <CheckList
        legend={legend}
        values={offered}
        labelOf={(role) => settingsTexts.roleNames[role] ?? role}
        chosen={input.roles}
        onChange={(chosen) => onChange({ roles: chosen })}
        faults={isTyped ? [] : faults}
      />
      <Field
        label={settingsTexts.otherRoles}
        hint={settingsTexts.otherRolesHint}
        value={input.otherRoles}
        onChange={(otherRoles) => onChange({ otherRoles })}
        faults={isTyped ? faults : []}
      />
    </>
  );
}

/** The roles in a form. */
export function rolesIn({ roles, otherRoles }: RoleInput): string[] {
  return [...new Set([...roles, ...typedRoles(otherRoles)])];
}

/** What the platform would say against typed roles, by the words that were typed. */
export function roleFaults({ otherRoles }: RoleInput): string[] {
  const wrong = typedRoles(otherRoles).filter((role) => !isRole.test(role));
  return wrong.length > 0 ? [settingsTexts.noRole(wrong)] : [];
}

function typedRoles(otherRoles: string): string[] {
  return otherRoles.split(/[\s,]+/).filter(Boolean);
}

/** The input of a form that begins with roles that are held already. */
export function roleInput(held: readonly string[]): RoleInput {
  const known: string[] = Object.values(platformRoles);
  return {
    roles: held.filter((role) => known.includes(role)),
    otherRoles: held.filter((role) => !known.includes(role)).join(' '),
  };
}

function useOfferedRoles(): string[] {
  const caller = useCaller();
  return Object.values(platformRoles).filter((role) => caller.holds(role));
}
