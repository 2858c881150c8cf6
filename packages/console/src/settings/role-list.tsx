import { settingsTexts } from '../texts/settings.ts';

/** Roles as small labels. */
export function RoleList({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return <span className="muted">{settingsTexts.noRoles}</span>;
  return (
    <ul className="role-list plain-list">
      {roles.map((role) => (
        <li key={role}>
          <code className="badge">{role}</code>
        </li>
      ))}
    </ul>
  );
}
