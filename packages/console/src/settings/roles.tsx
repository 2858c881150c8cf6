import { holdsRole, rolePattern } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { Breakable } from '../elements/breakable.tsx';
import { CheckList, Field } from '../elements/fields.tsx';
import { useRoleCatalogue } from './role-catalogue.ts';
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
          <code className="badge">
            <Breakable text={role} />
          </code>
        </li>
      ))}
    </ul>
  );
}

export type RoleInput = {
  /** Chosen by their boxes. */
  roles: string[];
  /** Typed, with spaces between them. */
  otherRoles: string;
  /** Held before the form was opened. */
  held: string[];
  /** Unknown roles that are to be saved nevertheless. */
  confirmed: string[];
};

export const NO_ROLES: RoleInput = { roles: [], otherRoles: '', held: [], confirmed: [] };

const isRole = new RegExp(rolePattern);

type RoleChoiceProps = {
  legend: string;
  input: RoleInput;
  onChange: (members: Partial<RoleInput>) => void;
  faults: readonly string[];
};

/** The roles that a person may hand on and those that are held, to choose from, and a field for any others. */
export function RoleChoice({ legend, input, onChange, faults }: RoleChoiceProps) {
  const catalogue = useRoleCatalogue();
  const caller = useCaller();
  const offered = catalogue.roles.filter((role) => caller.holds(role));
  const chosen = rolesIn(input);
  const includedIn = (role: string) =>
    chosen.find((other) => other !== role && holdsRole([other], role));
  const noteOf = (role: string) => {
    const wider = includedIn(role);
    if (wider !== undefined) return settingsTexts.includedIn(wider);
    const apps = catalogue.appsOf(role);
    return apps.length > 0 ? settingsTexts.neededBy(apps) : undefined;
  };
  // One may hand on every role that is offered: what is wrong is typed.
  const isTyped = input.otherRoles.trim() !== '';
  return (
    <>
      <CheckList
        legend={legend}
        values={[...new Set([...offered, ...input.held])].toSorted()}
        labelOf={catalogue.describe}
        noteOf={noteOf}
        chosen={input.roles}
        isIncluded={(role) => includedIn(role) !== undefined}
        onChange={(roles) => onChange({ roles })}
        faults={isTyped ? [] : faults}
      />
      <Field
        label={settingsTexts.otherRoles}
        hint={settingsTexts.otherRolesHint}
        value={input.otherRoles}
        onChange={(otherRoles) => onChange({ otherRoles })}
        faults={isTyped ? faults : []}
      />
      <UnknownRoles input={input} onChange={onChange} isAttempted={faults.length > 0} />
    </>
  );
}

type UnknownRolesProps = Pick<RoleChoiceProps, 'input' | 'onChange'> & { isAttempted: boolean };

/** Asks about roles that nothing asks for, once the form was sent with them. */
function UnknownRoles({ input, onChange, isAttempted }: UnknownRolesProps) {
  const { isKnown } = useRoleCatalogue();
  const unknown = unknownRoles(input, isKnown);
  const isConfirmed = unknown.every((role) => input.confirmed.includes(role));
  if (unknown.length === 0 || !(isAttempted || isConfirmed)) return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isConfirmed}
        onChange={({ target }) => onChange({ confirmed: target.checked ? unknown : [] })}
      />
      <span>{settingsTexts.saveUnknown(unknown)}</span>
    </label>
  );
}

/** The roles in a form. */
export function rolesIn({ roles, otherRoles }: RoleInput): string[] {
  return [...new Set([...roles, ...typedRoles(otherRoles)])];
}

/** What is wrong with typed roles, by the words that were typed, and the unknown roles that are not confirmed. */
export function useRoleFaults(input: RoleInput): string[] {
  const { isKnown } = useRoleCatalogue();
  const wrong = typedRoles(input.otherRoles).filter((role) => !isRole.test(role));
  if (wrong.length > 0) return [settingsTexts.noRole(wrong)];
  const unknown = unknownRoles(input, isKnown).filter((role) => !input.confirmed.includes(role));
  return unknown.length > 0 ? [settingsTexts.unknownRoles(unknown)] : [];
}

/** New roles alone: those that are held stay without a question. */
function unknownRoles(
  { otherRoles, held }: RoleInput,
  isKnown: (role: string) => boolean,
): string[] {
  return typedRoles(otherRoles).filter(
    (role) => isRole.test(role) && !isKnown(role) && !held.includes(role),
  );
}

function typedRoles(otherRoles: string): string[] {
  return otherRoles.split(/[\s,]+/).filter(Boolean);
}

/** The input of a form that begins with roles that are held already. */
export function roleInput(held: readonly string[]): RoleInput {
  return { ...NO_ROLES, roles: [...held], held: [...held] };
}
