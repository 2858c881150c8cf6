import { unwrap } from '@app-platform/client/source';
import {
  infiniteQueryOptions,
  useQueryClient,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { oauth, pageAfter, pagination } from '../api/clients.ts';
import { changeOfRequest, type RequestChange } from '../api/refusals.ts';
import { useWrite } from '../api/use-write.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { LoadMore } from '../elements/listing.tsx';
import { Day, Moment } from '../elements/moment.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import { RoleList } from '../settings/roles.tsx';
import { requestTexts } from './texts.ts';

const route = getRouteApi('/settings/requests');

type RequestState = keyof typeof requestTexts.states;
const requestStates = Object.keys(requestTexts.states) as RequestState[];

type ConsentRequest = Awaited<ReturnType<typeof readRequests>>['data'][number];

function requestsQuery(state: RequestState) {
  return infiniteQueryOptions({
    queryKey: ['consent-requests', state],
    queryFn: ({ pageParam }) => readRequests(state, pageParam),
    ...pagination,
  });
}

function readRequests(state: RequestState, after: string) {
  const query = { state, ...pageAfter(after) };
  return unwrap(oauth.GET('/v1/consent-requests', { params: { query } }));
}

/** What apps ask users to allow, and users ask administrators. */
export function ConsentRequests() {
  const { state = 'pending' } = route.useSearch();
  return (
    <>
      <StateFilter chosen={state} />
      <RecoverableSection>
        <Requests state={state} />
      </RecoverableSection>
    </>
  );
}

function StateFilter({ chosen }: { chosen: RequestState }) {
  return (
    <nav aria-label={requestTexts.stateFilter}>
      <ul className="choices plain-list">
        {requestStates.map((state) => (
          <li key={state}>
            <Link
              to="/settings/requests"
              search={state === 'pending' ? {} : { state }}
              activeOptions={{ exact: true }}
              activeProps={{ 'aria-current': undefined }}
              aria-current={state === chosen ? 'true' : undefined}
            >
              {requestTexts.states[state]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Requests({ state }: { state: RequestState }) {
  const { dialog, request } = route.useSearch();
  const close = useCloseDialog('dialog', 'request');
  const listing = useSuspenseInfiniteQuery(requestsQuery(state));
  const requests = listing.data.pages.flatMap((page) => page.data);
  const chosen = requests.find(({ id }) => id === request);
  const [answered, setAnswered] = useState<string>();
  return (
    <>
      {answered && (
        <p className="notice good" role="status">
          {answered}
        </p>
      )}
      {requests.length === 0 ? (
        <NoRequests state={state} />
      ) : (
        <DataTable
          caption={requestTexts.requests}
          columns={state === 'pending' ? pendingColumns : answeredColumns}
          rows={requests}
        />
      )}
      <LoadMore listing={listing} />
      {(dialog === 'allow' || dialog === 'deny') && chosen && state === 'pending' && (
        <AnswerDialog
          key={dialog}
          request={chosen}
          answer={dialog}
          onAnswered={setAnswered}
          onClose={close}
        />
      )}
    </>
  );
}

function NoRequests({ state }: { state: RequestState }) {
  return (
    <EmptyState title={requestTexts.empty[state]} advice={requestTexts.emptyAdvice}>
      <Link className="button quiet" to="/settings/policy">
        {requestTexts.toPolicy}
      </Link>
    </EmptyState>
  );
}

function AnswerLink(props: { request: ConsentRequest; answer: 'allow' | 'deny' }) {
  const { id, attributes } = props.request;
  const { user, app, clientId } = attributes;
  const isAllowing = props.answer === 'allow';
  const name = isAllowing ? requestTexts.allowNamed : requestTexts.denyNamed;
  return (
    <Link
      className={isAllowing ? 'button' : 'button quiet'}
      to="/settings/requests"
      search={{ dialog: props.answer, request: id }}
      resetScroll={false}
      aria-label={name(app?.title ?? clientId, user.email)}
    >
      {isAllowing ? requestTexts.allow : requestTexts.deny}
    </Link>
  );
}

const columns: Column<ConsentRequest>[] = [
  { title: requestTexts.user, cell: ({ attributes }) => attributes.user.email },
  {
    title: requestTexts.app,
    cell: ({ attributes: { app, clientId } }) => app?.title ?? clientId,
  },
  { title: requestTexts.scopes, cell: ({ attributes }) => <RoleList roles={attributes.scopes} /> },
  {
    title: requestTexts.requested,
    cell: ({ attributes }) => <Day at={attributes.requestedAt} />,
  },
];

const answeredColumns: Column<ConsentRequest>[] = [
  ...columns,
  { title: requestTexts.decided, cell: ({ attributes }) => <Moment at={attributes.decidedAt} /> },
];

const pendingColumns: Column<ConsentRequest>[] = [
  ...columns,
  {
    title: requestTexts.actions,
    isActions: true,
    cell: (request) => (
      <span className="actions">
        <AnswerLink request={request} answer="allow" />
        <AnswerLink request={request} answer="deny" />
      </span>
    ),
  },
];

type AnswerDialogProps = {
  request: ConsentRequest;
  answer: 'allow' | 'deny';
  /** @param text what happens now */
  onAnswered: (text: string) => void;
  onClose: () => void;
};

/** Allows or denies a user's request. */
function AnswerDialog({ request, answer, onAnswered, onClose }: AnswerDialogProps) {
  const { user, app, clientId, scopes, resource } = request.attributes;
  // The list may be reloaded while the dialog is open. Only a refusal changes the shown request.
  const [shown, setShown] = useState({ scopes, added: [] as string[], removed: [] as string[] });
  const queryClient = useQueryClient();
  const isAllowing = answer === 'allow';
  const name = app?.title ?? clientId;
  const params = { path: { id: request.id } };
  const body = isAllowing
    ? { decision: 'approved' as const, scopes: shown.scopes }
    : { decision: 'denied' as const };
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ['consent-requests'] });
  const mutation = useWrite({
    write: () => unwrap(oauth.PATCH('/v1/consent-requests/{id}', { params, body })),
    onSuccess: async () => {
      await readAnew();
      onAnswered(requestTexts[isAllowing ? 'allowed' : 'denied'](name, user.email));
      onClose();
    },
    onError: (refusal) => {
      const change = changeOfRequest(refusal);
      if (!change) return;
      setShown(change);
      void readAnew();
    },
  });
  const error = changeOfRequest(mutation.error) ? null : mutation.error;
  const title = isAllowing ? requestTexts.allowNamed : requestTexts.denyNamed;
  return (
    <ActionDialog
      title={title(name, user.email)}
      action={requestTexts[answer]}
      isDanger={!isAllowing}
      mutation={{ ...mutation, error }}
      onClose={onClose}
    >
      {isAllowing ? (
        <RequestedScopes {...shown} resource={resource} />
      ) : (
        <p>{requestTexts.denyConsequence}</p>
      )}
    </ActionDialog>
  );
}

/** What an app would be allowed to, and what the user has changed since it was shown. */
function RequestedScopes({
  scopes,
  added,
  removed,
  resource,
}: RequestChange & Pick<ConsentRequest['attributes'], 'resource'>) {
  const isChanged = added.length + removed.length > 0;
  return (
    <>
      {isChanged && (
        <div className="notice bad" role="alert">
          <p>{requestTexts.changed}</p>
          <NamedList name={requestTexts.added} scopes={added} />
          <NamedList name={requestTexts.removed} scopes={removed} />
        </div>
      )}
      <p>{requestTexts.allowConsequence[resource]}</p>
      <RoleList name={requestTexts.scopes} roles={scopes} />
    </>
  );
}

function NamedList({ name, scopes }: { name: string; scopes: string[] }) {
  if (scopes.length === 0) return null;
  return (
    <>
      <p aria-hidden="true">{name}</p>
      <RoleList name={name} roles={scopes} />
    </>
  );
}
