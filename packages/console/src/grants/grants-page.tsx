import { unwrap } from '@app-platform/client/source';
import { isFirstPartyClient } from '@app-platform/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useCaller } from '../api/caller.ts';
import { oauth } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { type Column, DataTable, LoadMore } from '../elements/data-table.tsx';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Moment } from '../elements/moment.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { forgetAccessToken } from '../session/access-token.ts';
import { CLIENT_ID } from '../session/addresses.ts';
import { RoleList } from '../settings/roles.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { GrantFilterForm } from './grant-filter-form.tsx';
import {
  appOf,
  type GrantGroup,
  grantGroups,
  grantsQuery,
  type ListedGrants,
  listedGrants,
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
      <Grants />
    </SectionPage>
  );
}

function Grants() {
  const { dialog, grant, ...filter } = route.useSearch();
  const { user, app } = filter;
  const close = useCloseDialog('dialog', 'grant');
  const listed = listedGrants(filter);
  const listing = useSuspenseInfiniteQuery(grantsQuery(useDeferredValue(listed)));
  const groups = grantGroups(listing.data.pages.flatMap((page) => page.data));
  const isFiltered = Boolean(user || app);
  const chosen = groups.find(({ id }) => id === grant);
  if (groups.length === 0) return <NoGrants isFiltered={isFiltered} />;
  return (
    <>
      <DataTable caption={grantTexts.grants} columns={grantColumns} rows={groups} />
      <div className="actions">
        <LoadMore listing={listing} />
        {isFiltered && (
          <Link
            className="button danger"
            to="/settings/grants"
            search={{ ...filter, dialog: 'end-all' }}
            resetScroll={false}
          >
            {grantTexts.endAll}
          </Link>
        )}
      </div>
      {dialog === 'end' && chosen && <EndGrantsDialog ended={chosen} onClose={close} />}
      {dialog === 'end-all' && isFiltered && <EndGrantsDialog ended={listed} onClose={close} />}
    </>
  );
}

function NoGrants({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title={grantTexts.nothingFound} advice={grantTexts.nothingFoundAdvice}>
        <Link
          className="button quiet"
          to="/settings/grants"
          search={({ kind }) => ({ ...(kind && { kind }) })}
        >
          {grantTexts.reset}
        </Link>
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

type EndGrantsDialogProps = {
  /** The grants of one user to one app, or all grants that match a filter. */
  ended: GrantGroup | ListedGrants;
  onClose: () => void;
};

/** Ends access of apps. */
function EndGrantsDialog({ ended, onClose }: EndGrantsDialogProps) {
  const { userId } = useCaller();
  const mutation = useChange(
    ['grants'],
    async () => {
      await unwrap(oauth.DELETE('/v1/grants', { params: { query: queryOf(ended) } }));
      if (!isOwnAccess(ended, userId)) return;
      // The next request signs in again, and comes back to this address: without the dialog.
      forgetAccessToken();
      onClose();
    },
    onClose,
  );
  const isGroup = 'grants' in ended;
  const consequences = isGroup ? grantTexts.endConsequences : grantTexts.endAllConsequences;
  return (
    <ActionDialog
      title={isGroup ? grantTexts.endNamed(appOf(ended), ended.user.email) : grantTexts.endAllTitle}
      action={isGroup ? grantTexts.end : grantTexts.endAll}
      isDanger
      mutation={mutation}
      onClose={onClose}
    >
      <p>{consequences[kindOf(ended)]}</p>
    </ActionDialog>
  );
}

/** One request ends them all: the token of this page may be one of theirs. */
function queryOf(ended: GrantGroup | ListedGrants) {
  return 'grants' in ended ? { user: ended.user.id, client: ended.clientId } : ended;
}

function kindOf(ended: GrantGroup | ListedGrants) {
  if (!('grants' in ended)) return ended.kind;
  return isFirstPartyClient(ended.clientId) ? 'first_party' : 'app';
}

/** Whether the token of this page ends. */
function isOwnAccess(ended: GrantGroup | ListedGrants, userId: string | null | undefined): boolean {
  if ('grants' in ended) return ended.user.id === userId && ended.clientId === CLIENT_ID;
  const { user = userId, app = CLIENT_ID, kind } = ended;
  return kind === 'first_party' && user === userId && app === CLIENT_ID;
}
