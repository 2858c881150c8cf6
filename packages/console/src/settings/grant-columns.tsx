import { Link } from '@tanstack/react-router';
import type { Column } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { grantTexts } from '../texts/settings.ts';
import { appOf, type GrantGroup } from './grant-groups.ts';
import { RoleList } from './role-list.tsx';

/** The user and the app lead to what else they have. */
export const grantColumns: Column<GrantGroup>[] = [
  { title: grantTexts.user, cell: ({ user }) => <UserLink user={user} /> },
  { title: grantTexts.app, cell: (group) => <AppLink group={group} /> },
  { title: grantTexts.scopes, cell: ({ scopes }) => <RoleList roles={scopes} /> },
  { title: grantTexts.lastUsed, cell: (group) => <Use group={group} /> },
  {
    title: grantTexts.actions,
    isActions: true,
    cell: (group) => (
      <Link
        className="button quiet"
        to="/settings/grants"
        search={(filter) => ({ ...filter, dialog: 'end', grant: group.id })}
        resetScroll={false}
        aria-label={grantTexts.endNamed(appOf(group), group.user.email)}
      >
        {grantTexts.end}
      </Link>
    ),
  },
];

function Use({ group: { grantedAt, lastUsedAt } }: { group: GrantGroup }) {
  return (
    <>
      <Moment at={lastUsedAt} />
      <span className="secondary">
        {grantTexts.granted} <Moment at={grantedAt} />
      </span>
    </>
  );
}

function UserLink({ user }: { user: GrantGroup['user'] }) {
  return (
    <Link
      to="/settings/grants"
      search={({ app, kind }) => ({ ...(app && { app }), ...(kind && { kind }), user: user.id })}
      activeProps={{ 'aria-current': undefined }}
      title={grantTexts.onlyUser(user.email)}
    >
      {user.email}
    </Link>
  );
}

function AppLink({ group: { app, clientId, grants } }: { group: GrantGroup }) {
  if (!app) return grantTexts.unregistered(clientId);
  return (
    <>
      <Link
        to="/settings/grants"
        search={({ user }) => ({ ...(user && { user }), app: app.name })}
        activeProps={{ 'aria-current': undefined }}
        title={grantTexts.onlyApp(app.title)}
      >
        {app.title}
      </Link>
      {grants.length > 1 && <span className="secondary">{grantTexts.severalSignIns}</span>}
    </>
  );
}
