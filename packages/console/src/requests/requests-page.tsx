import { unwrap } from '@app-platform/client/source';
import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { AppLink } from '../directory/app-summary.tsx';
import { type InstallationRequest, installationRequestsQuery } from '../directory/queries.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Day } from '../elements/moment.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { UserName } from '../users/user-name.tsx';
import { ConsentRequests } from './consent-requests.tsx';
import { installationRequestTexts, requestTexts } from './texts.ts';

/** What users ask administrators for, as far as this one can answer. */
export function RequestsPage() {
  const caller = useCaller();
  return (
    <SectionPage section="requests">
      {caller.holds(roles.users) && (
        <section className="requests">
          <h2>{requestTexts.requests}</h2>
          <ConsentRequests />
        </section>
      )}
      {caller.holds(roles.apps) && (
        <section className="requests">
          <h2>{installationRequestTexts.requests}</h2>
          <InstallationRequests />
        </section>
      )}
    </SectionPage>
  );
}

const route = getRouteApi('/settings/requests');

/** The apps that users ask their administrators to install. The installation ends a request. */
function InstallationRequests() {
  const { dialog, request } = route.useSearch();
  const close = useCloseDialog('dialog', 'request');
  const { data: requests } = useSuspenseQuery(installationRequestsQuery);
  const chosen = requests.find(({ id }) => id === request);
  if (requests.length === 0) {
    return (
      <EmptyState
        title={installationRequestTexts.empty}
        advice={installationRequestTexts.emptyAdvice}
      />
    );
  }
  return (
    <>
      <DataTable caption={installationRequestTexts.requests} columns={columns} rows={requests} />
      {dialog === 'dismiss' && chosen && <DismissRequestDialog request={chosen} onClose={close} />}
    </>
  );
}

function RequestActions({ request: { id, app, title } }: { request: InstallationRequest }) {
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

const columns: Column<InstallationRequest>[] = [
  {
    title: installationRequestTexts.app,
    cell: ({ app, title }) => <AppLink name={app}>{title}</AppLink>,
  },
  {
    title: installationRequestTexts.user,
    cell: ({ userId }) => <UserName id={userId} />,
  },
  {
    title: installationRequestTexts.note,
    cell: ({ note }) => note || <span className="muted">{installationRequestTexts.noNote}</span>,
  },
  {
    title: installationRequestTexts.asked,
    cell: ({ updatedAt }) => <Day at={updatedAt} />,
  },
  {
    title: installationRequestTexts.actions,
    isActions: true,
    cell: (request) => <RequestActions request={request} />,
  },
];

type DismissRequestDialogProps = { request: InstallationRequest; onClose: () => void };

/** Dismisses the request of a user for an app. */
function DismissRequestDialog({ request, onClose }: DismissRequestDialogProps) {
  const { id, title } = request;
  const mutation = useChange(
    ['installation-requests'],
    () => unwrap(registry.DELETE('/v1/installation-requests/{id}', { params: { path: { id } } })),
    onClose,
  );
  return (
    <ActionDialog
      title={installationRequestTexts.dismissNamed(title)}
      action={installationRequestTexts.dismiss}
      isDanger
      mutation={mutation}
      onClose={onClose}
    >
      <p>{installationRequestTexts.dismissConsequence}</p>
    </ActionDialog>
  );
}
