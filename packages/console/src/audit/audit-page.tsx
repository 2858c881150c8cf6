import './audit.css';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useCloseDialog } from '../elements/dialogs.tsx';
import { EmptyState, FilteredList } from '../elements/notices.tsx';
import { WindowedTable } from '../elements/windowed-table.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilterForm, useAuditFilter } from './audit-filter-form.tsx';
import { auditColumns } from './event-columns.tsx';
import { EventDialog } from './event-dialog.tsx';
import { filterFaults, hasFaults } from './filter-faults.ts';
import { auditQuery, MOST_EVENTS } from './queries.ts';
import { auditTexts } from './texts.ts';

const route = getRouteApi('/settings/audit');

/** Who did what: filter it, read on, export it. */
export function AuditPage() {
  const filter = useAuditFilter();
  return (
    <SectionPage section="audit">
      <AuditFilterForm />
      <FilteredList filter={filter} showAll={<AllEventsLink />}>
        {hasFaults(filterFaults(filter)) ? (
          <EmptyState title={auditTexts.faulty} advice={auditTexts.faultyAdvice}>
            <AllEventsLink />
          </EmptyState>
        ) : (
          <Events />
        )}
      </FilteredList>
    </SectionPage>
  );
}

function AllEventsLink() {
  return (
    <Link className="button quiet" to="/settings/audit" search={{}}>
      {auditTexts.showAll}
    </Link>
  );
}

function Events() {
  const filter = useDeferredValue(useAuditFilter());
  const { event } = route.useSearch();
  const close = useCloseDialog('event');
  const listing = useSuspenseInfiniteQuery(auditQuery(filter));
  const events = listing.data.pages.flatMap((page) => page.data);
  const chosen = events.find(({ id }) => id === event);
  if (events.length === 0) return <NoEvents isFiltered={Object.keys(filter).length > 0} />;
  const key = JSON.stringify(filter);
  return (
    <>
      <AuditExport key={`export ${key}`} filter={filter} />
      <WindowedTable
        key={key}
        className="audit-events"
        caption={auditTexts.events}
        columns={auditColumns}
        rows={events}
        listing={listing}
        most={MOST_EVENTS}
        ended={auditTexts.shown}
      />
      {chosen && <EventDialog event={chosen} onClose={close} />}
    </>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return <EmptyState title={auditTexts.empty} advice={auditTexts.emptyAdvice} />;
  }
  return (
    <EmptyState title={auditTexts.nothingFound} advice={auditTexts.nothingFoundAdvice}>
      <AllEventsLink />
    </EmptyState>
  );
}
