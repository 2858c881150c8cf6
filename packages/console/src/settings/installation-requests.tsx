import { roles } from '@app-platform/contracts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { AppLink } from '../directory/app-link.tsx';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { EmptyState } from '../elements/empty-state.tsx';
import { Moment } from '../elements/moment.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { installationRequestTexts } from '../texts/requests.ts';
import { DismissRequestDialog } from './dismiss-request-dialog.tsx';
import { type InstallationRequest, installationRequestsQuery, userQuery } from './queries.ts';

const route = getRouteApi('/settings/requests');

/** The apps that users ask their administrators to install. The installation ends a request. */
export function InstallationRequests() {
  const { dialog, request } = route.useSearch();
  const close = useCloseDialog('dialog', 'request');
  const { data: requests } = useSuspenseQuery(installationRequestsQuery);
  const chosen = requests.find(({ id }) => id === request);
  if (requests.length === 0) {
    return (
      <EmptyState title={installationRequestTexts.empty}>
        <p>{installationRequestTexts.emptyAdvice}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption={installationRequestTexts.requests}
        columns={columns}
        rows={requests}
        keyOf={({ id }) => id}
      />
      {dialog === 'dismiss' && chosen && <DismissRequestDialog request={chosen} onClose={close} />}
    </>
  );
}

function RequestActions({ request: { id, attributes } }: { request: InstallationRequest }) {
  const { app, title } = attributes;
  return (
    <span className="actions">
      <AppLink
        className="button"
        name={app}
        change="install"
        aria-label={installationRequestTexts.installNamed(title)}
      >
        {installationRequestTexts.install}
      </AppLink>
      <Link
        className="button quiet"
        to="/settings/requests"
        search={{ dialog: 'dismiss', request: id }}
        activeProps={{ 'aria-current': undefined }}
        resetScroll={false}
        aria-label={installationRequestTexts.dismissNamed(title)}
      >
        {installationRequestTexts.dismiss}
      </Link>
    </span>
  );
}

/** The registry knows the id alone. */
function UserName({ id }: { id: string }) {
  const caller = useCaller();
  const { data } = useQuery({ ...userQuery(id), enabled: caller.holds(roles.users) });
  return data ? data.attributes.email : <code>{id}</code>;
}

const columns: Column<InstallationRequest>[] = [
  {
    title: installationRequestTexts.app,
    cell: ({ attributes: { app, title } }) => <AppLink name={app}>{title}</AppLink>,
  },
  {
    title: installationRequestTexts.user,
    cell: ({ attributes }) => <UserName id={attributes.userId} />,
  },
  {
    title: installationRequestTexts.note,
    cell: ({ attributes: { note } }) =>
      note || <span className="muted">{installationRequestTexts.noNote}</span>,
  },
  {
    title: installationRequestTexts.asked,
    cell: ({ attributes }) => <Moment at={attributes.updatedAt} />,
  },
  {
    title: installationRequestTexts.actions,
    isActions: true,
    cell: (request) => <RequestActions request={request} />,
  },
];
