import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { DataTable } from '../elements/data-table.tsx';
import { EmptyState } from '../elements/empty-state.tsx';
import { LoadMore } from '../elements/load-more.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { auditTexts } from '../texts/audit.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { EventDialog } from './event-dialog.tsx';
import { auditQuery } from './queries.ts';
import type { AuditFilter } from './search.ts';
import { SectionPage } from './section-page.tsx';

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
      <DataTable
        caption={auditTexts.events}
        columns={auditColumns}
        rows={events}
        keyOf={({ id }) => id}
      />
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
    return (
      <EmptyState title={auditTexts.empty}>
        <p>{auditTexts.emptyAdvice}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={auditTexts.nothingFound}>
      <p>{auditTexts.nothingFoundAdvice}</p>
      <Link className="button quiet" to="/settings/audit" search={{}}>
        {auditTexts.showAll}
      </Link>
    </EmptyState>
  );
}
