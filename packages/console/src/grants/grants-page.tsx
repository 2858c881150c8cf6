import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { Breakable } from '../elements/breakable.tsx';
import type { Column } from '../elements/data-table.tsx';
import { useCloseDialog } from '../elements/dialogs.tsx';
import { EmptyState, FilteredList } from '../elements/notices.tsx';
import { WindowedTable } from '../elements/windowed-table.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { EndGrantsDialog } from './end-grants-dialog.tsx';
import { scopeAndUseColumns } from './grant-columns.tsx';
import { GrantFilterForm } from './grant-filter-form.tsx';
import {
  appOf,
  type GrantGroup,
  grantGroups,
  grantsQuery,
  listedGrants,
  MOST_GRANTS,
} from './queries.ts';
import { grantTexts } from './texts.ts';

const route = getRouteApi('/settings/grants');

const grantKinds = Object.keys(grantTexts.kinds) as (keyof typeof grantTexts.kinds)[];

/** What users have allowed apps to do, by user and by app, and the end of it. */
export function GrantsPage() {
  const { user, app } = route.useSearch();
  return (
    <SectionPage section="grants">
      <GrantKindChoice />
      <GrantFilterForm key={`${user} ${app}`} />
      <FilteredList filter={{ user, app }} showAll={<AllGrantsLink />}>
        <Grants />
      </FilteredList>
    </SectionPage>
  );
}

function Grants() {
  const { dialog, grant, ...filter } = route.useSearch();
  const { user, app } = filter;
  const close = useCloseDialog('dialog', 'grant');
  const listed = listedGrants(filter);
  const shown = useDeferredValue(listed);
  const listing = useSuspenseInfiniteQuery(grantsQuery(shown));
  const groups = grantGroups(listing.data.pages.flatMap((page) => page.data));
  const isFiltered = Boolean(user || app);
  const chosen = groups.find(({ id }) => id === grant);
  if (groups.length === 0) return <NoGrants isFiltered={isFiltered} />;
  return (
    <>
      {isFiltered && (
        <p className="actions">
          <Link
            className="button danger"
            to="/settings/grants"
            search={{ ...filter, dialog: 'end-all' }}
            resetScroll={false}
          >
            {grantTexts.endAll}
          </Link>
        </p>
      )}
      <WindowedTable
        key={JSON.stringify(shown)}
        className="grant-list"
        caption={grantTexts.grants}
        columns={grantColumns}
        rows={groups}
        listing={listing}
        most={MOST_GRANTS}
        ended={grantTexts.shown}
      />
      {dialog === 'end' && chosen && <EndGrantsDialog ended={chosen} onClose={close} />}
      {dialog === 'end-all' && isFiltered && <EndGrantsDialog ended={listed} onClose={close} />}
    </>
  );
}

function AllGrantsLink() {
  return (
    <Link
      className="button quiet"
      to="/settings/grants"
      search={({ kind }) => ({ ...(kind && { kind }) })}
    >
      {grantTexts.reset}
    </Link>
  );
}

function NoGrants({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title={grantTexts.nothingFound} advice={grantTexts.nothingFoundAdvice}>
        <AllGrantsLink />
      </EmptyState>
    );
  }
  return <EmptyState title={grantTexts.empty} advice={grantTexts.emptyAdvice} />;
}

/** Apps, or the platform's own clients: their many sign-ins would hide what apps may do. */
function GrantKindChoice() {
  const { kind: chosen } = listedGrants(route.useSearch());
  return (
    <nav aria-label={grantTexts.kindChoice}>
      <ul className="choices plain-list">
        {grantKinds.map((kind) => (
          <li key={kind}>
            <Link
              to="/settings/grants"
              search={({ user }) => ({
                ...(user && { user }),
                ...(kind !== 'app' && { kind }),
              })}
              activeOptions={{ exact: true }}
              aria-current={kind === chosen ? 'true' : undefined}
            >
              {grantTexts.kinds[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The user and the app are links to their other grants. */
const grantColumns: Column<GrantGroup>[] = [
  { title: grantTexts.user, cell: ({ user }) => <UserLink user={user} /> },
  { title: grantTexts.app, cell: (group) => <AppLink group={group} /> },
  ...scopeAndUseColumns,
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

function UserLink({ user }: { user: GrantGroup['user'] }) {
  return (
    <Link
      to="/settings/grants"
      search={({ app, kind }) => ({ ...(app && { app }), ...(kind && { kind }), user: user.id })}
      activeProps={{ 'aria-current': undefined }}
      title={grantTexts.onlyUser(user.email)}
    >
      <Breakable text={user.email} />
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
