import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { type Column, DataTable, Facts, LoadMore } from '../elements/data-table.tsx';
import { CloseButton, PageDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Moment } from '../elements/moment.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { ActorEmail } from '../users/user-name.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { type AuditEvent, type AuditFilter, auditQuery } from './queries.ts';
import { auditTexts } from './texts.ts';

const route = getRouteApi('/settings/audit');

/** Who did what: filter it, read on, export it. */
export function AuditPage() {
  const filter = useFilter();
  return (
    <SectionPage section="audit">
      <AuditFilterForm key={JSON.stringify(filter)} />
      <Events />
    </SectionPage>
  );
}

function Events() {
  const filter = useFilter();
  const { event } = route.useSearch();
  const close = useCloseDialog('event');
  const listing = useSuspenseInfiniteQuery(auditQuery(useDeferredValue(filter)));
  const events = listing.data.pages.flatMap((page) => page.data);
  const chosen = events.find(({ id }) => id === event);
  if (events.length === 0) return <NoEvents isFiltered={Object.keys(filter).length > 0} />;
  return (
    <>
      <AuditExport key={JSON.stringify(filter)} filter={filter} />
      <DataTable caption={auditTexts.events} columns={auditColumns} rows={events} />
      <LoadMore listing={listing} />
      {chosen && <EventDialog event={chosen} onClose={close} />}
    </>
  );
}

function useFilter(): AuditFilter {
  const { event: _, ...filter } = route.useSearch();
  return filter;
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return <EmptyState title={auditTexts.empty} advice={auditTexts.emptyAdvice} />;
  }
  return (
    <EmptyState title={auditTexts.nothingFound} advice={auditTexts.nothingFoundAdvice}>
      <Link className="button quiet" to="/settings/audit" search={{}}>
        {auditTexts.showAll}
      </Link>
    </EmptyState>
  );
}

/** Who acted leads to all that they did. */
const auditColumns: Column<AuditEvent>[] = [
  {
    title: auditTexts.what,
    cell: ({ attributes: { action, service } }) => (
      <>
        <code>{action}</code>
        <span className="secondary">{auditTexts.services[service]}</span>
      </>
    ),
  },
  { title: auditTexts.when, cell: ({ attributes }) => <Moment at={attributes.at} /> },
  {
    title: auditTexts.who,
    cell: ({ attributes: { actor } }) => (
      <>
        {auditTexts.actors[actor.type] ?? actor.type}{' '}
        {actor.type === 'account' && <ActorEmail id={actor.id} />}
        <Link
          className="secondary"
          to="/settings/audit"
          search={({ event: _, ...filter }) => ({ ...filter, actor: actor.id })}
          activeProps={{ 'aria-current': undefined }}
        >
          <code>{actor.id}</code>
        </Link>
        {actor.clientId && <span className="secondary">{auditTexts.through(actor.clientId)}</span>}
      </>
    ),
  },
  { title: auditTexts.on, cell: ({ attributes }) => <code>{attributes.subject}</code> },
  {
    title: auditTexts.details,
    isActions: true,
    cell: ({ id, attributes: { action } }) => (
      <Link
        className="button quiet"
        to="/settings/audit"
        search={(filter) => ({ ...filter, event: id })}
        activeProps={{ 'aria-current': undefined }}
        resetScroll={false}
        aria-label={auditTexts.detailsOf(action)}
      >
        {auditTexts.details}
      </Link>
    ),
  },
];

/** What an event changed, and the request that did. */
function EventDialog({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { action, requestId, traceId, address, before, after } = event.attributes;
  const values = [
    [auditTexts.before, jsonOf(before)],
    [auditTexts.after, jsonOf(after)],
    [auditTexts.address, address],
    [auditTexts.requestId, requestId],
    [auditTexts.traceId, traceId],
  ] as const;
  const facts = values
    .filter(([, value]) => value)
    .map(([term, value]) => [term, <pre key={term}>{value}</pre>] as const);
  return (
    <PageDialog title={auditTexts.detailsOf(action)} onClose={onClose}>
      <Facts className="event-facts" facts={facts} />
      <CloseButton onClose={onClose} />
    </PageDialog>
  );
}

function jsonOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value, null, 2);
}
