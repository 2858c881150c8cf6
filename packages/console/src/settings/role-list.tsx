import { settingsTexts } from '../texts/settings.ts';

/**
 * Roles as small labels.
 * @param props.name of the list, for readers who hear it, where no text around it names it
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
