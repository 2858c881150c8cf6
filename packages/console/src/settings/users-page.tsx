import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { EmptyState } from '../elements/empty-state.tsx';
import { LoadMore } from '../elements/load-more.tsx';
import { Moment } from '../elements/moment.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { userTexts } from '../texts/users.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type User, usersQuery } from './queries.ts';
import { RoleList } from './role-list.tsx';
import { SectionPage } from './section-page.tsx';
import { UserSearch } from './user-search.tsx';
import { UserStatus } from './user-status.tsx';

const route = getRouteApi('/settings/users');

/** The organization's users: find one, invite one. */
export function UsersPage() {
  const { dialog } = route.useSearch();
  const close = useCloseDialog('dialog');
  return (
    <SectionPage section="users" actions={<InviteLink />}>
      <UserSearch />
      <Users />
      {dialog === 'invite' && <InviteDialog onClose={close} />}
    </SectionPage>
  );
}

function InviteLink() {
  return (
    <Link
      className="button"
      to="/settings/users"
      search={({ q }) => ({ ...(q && { q }), dialog: 'invite' })}
    >
      {userTexts.invite}
    </Link>
  );
}

function Users() {
  const { q } = route.useSearch();
  const shown = useDeferredValue(q);
  const listing = useSuspenseInfiniteQuery(usersQuery(shown));
  const users = listing.data.pages.flatMap((page) => page.data);
  if (users.length === 0) {
    return (
      <EmptyState title={userTexts.nobodyFound}>
        <p>{userTexts.nobodyFoundAdvice}</p>
        <Link className="button quiet" to="/settings/users" search={{}}>
          {userTexts.showAll}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable caption={userTexts.users} columns={columns} rows={users} keyOf={({ id }) => id} />
      <LoadMore listing={listing} />
    </>
  );
}

const columns: Column<User>[] = [
  {
    title: userTexts.email,
    cell: ({ id, attributes }) => (
      <Link to="/settings/users/$id" params={{ id }}>
        {attributes.email}
      </Link>
    ),
  },
  { title: userTexts.status, cell: ({ attributes }) => <UserStatus status={attributes.status} /> },
  { title: userTexts.roles, cell: ({ attributes }) => <RoleList roles={attributes.roles} /> },
  { title: userTexts.created, cell: ({ attributes }) => <Moment at={attributes.createdAt} /> },
];
