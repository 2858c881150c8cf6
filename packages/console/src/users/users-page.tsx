import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { Breakable } from '../elements/breakable.tsx';
import type { Column } from '../elements/data-table.tsx';
import { useCloseDialog } from '../elements/dialogs.tsx';
import { Moment } from '../elements/moment.tsx';
import { EmptyState, FilteredList } from '../elements/notices.tsx';
import { AddressSearch } from '../elements/search-field.tsx';
import { WindowedTable } from '../elements/windowed-table.tsx';
import { RoleList } from '../settings/roles.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { InviteDialog } from './password-links.tsx';
import { MOST_USERS, type User, usersQuery } from './queries.ts';
import { userTexts } from './texts.ts';
import { UserStatus } from './user-name.tsx';

const route = getRouteApi('/settings/users');

/** The organization's users: find one, invite one. */
export function UsersPage() {
  const { q, dialog } = route.useSearch();
  const close = useCloseDialog('dialog');
  return (
    <SectionPage section="users" actions={<InviteLink />}>
      <UserSearch />
      <FilteredList filter={{ q }} showAll={<AllUsersLink />}>
        <Users />
      </FilteredList>
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

function AllUsersLink() {
  return (
    <Link className="button quiet" to="/settings/users" search={{}}>
      {userTexts.showAll}
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
      <EmptyState title={userTexts.nobodyFound} advice={userTexts.nobodyFoundAdvice}>
        <AllUsersLink />
      </EmptyState>
    );
  }
  return (
    <WindowedTable
      key={shown ?? ''}
      className="user-list"
      caption={userTexts.users}
      columns={columns}
      rows={users}
      listing={listing}
      most={MOST_USERS}
      ended={userTexts.shown}
    />
  );
}

const columns: Column<User>[] = [
  {
    title: userTexts.email,
    cell: ({ id, attributes }) => (
      <Link to="/settings/users/$id" params={{ id }}>
        <Breakable text={attributes.email} />
      </Link>
    ),
  },
  { title: userTexts.name, cell: ({ attributes }) => attributes.name },
  { title: userTexts.status, cell: ({ attributes }) => <UserStatus status={attributes.status} /> },
  { title: userTexts.roles, cell: ({ attributes }) => <RoleList roles={attributes.roles} /> },
  { title: userTexts.created, cell: ({ attributes }) => <Moment at={attributes.createdAt} /> },
];

/** Searches for a part of an email address, which is in the address of the page. */
function UserSearch() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const searchFor = (wanted: string) => {
    const search = ({ dialog }: { dialog?: 'invite' }) => ({
      ...(wanted && { q: wanted }),
      ...(dialog && { dialog }),
    });
    void navigate({ search, replace: true });
  };
  return (
    <AddressSearch
      className="user-search"
      label={userTexts.search}
      placeholder={userTexts.searchPlaceholder}
      maxLength={320}
      inAddress={q}
      onSearch={searchFor}
    />
  );
}
