import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { EmptyState } from '../elements/empty-state.tsx';
import { LoadMore } from '../elements/load-more.tsx';
import { Moment } from '../elements/moment.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { LoadingPage } from '../layout/loading-page.tsx';
import { requestTexts } from '../texts/requests.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { type ConsentRequest, requestsQuery } from './queries.ts';
import { RoleList } from './role-list.tsx';
import { type RequestState, requestStates } from './search.ts';

const route = getRouteApi('/settings/requests');

/** What apps ask users to allow, and users ask administrators. */
export function ConsentRequests() {
  const { state = 'pending' } = route.useSearch();
  return (
    <>
      <StateFilter chosen={state} />
      <Suspense fallback={<LoadingPage />}>
        <Requests state={state} />
      </Suspense>
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
  if (requests.length === 0) return <NoRequests state={state} />;
  return (
    <>
      <DataTable
        caption={requestTexts.requests}
        columns={state === 'pending' ? pendingColumns : answeredColumns}
        rows={requests}
        keyOf={({ id }) => id}
      />
      <LoadMore listing={listing} />
      {(dialog === 'allow' || dialog === 'deny') && chosen && state === 'pending' && (
        <AnswerDialog key={dialog} request={chosen} answer={dialog} onClose={close} />
      )}
    </>
  );
}

function NoRequests({ state }: { state: RequestState }) {
  return (
    <EmptyState title={requestTexts.empty[state]}>
      <p>{requestTexts.emptyAdvice}</p>
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
    cell: ({ attributes }) => <Moment at={attributes.requestedAt} />,
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
