import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { auditTexts } from '../texts/audit.ts';
import { eventsAsCsv, eventsAsJson } from './audit-files.ts';
import { type AuditEvent, readAuditPage } from './queries.ts';
import { saveFile } from './save-file.ts';
import type { AuditFilter } from './search.ts';

/** The most events of an export. The browser holds them all. */
const MOST = 10_000;
const PAGE_SIZE = 100;

type Format = 'csv' | 'json';

/** Saves all events that fit the filter as a file. */
export function AuditExport({ filter }: { filter: AuditFilter }) {
  const [count, setCount] = useState(0);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (format: Format) => {
      const events = await readEvents(filter, setCount);
      const [type, text] =
        format === 'csv'
          ? ['text/csv', eventsAsCsv(events)]
          : ['application/json', eventsAsJson(events)];
      saveFile(`audit.${format}`, type, text);
    },
  });
  const done = count >= MOST ? auditTexts.exportedMost(count) : auditTexts.exported(count);
  return (
    <section className="audit-export" aria-label={auditTexts.exportLabel}>
      <div className="actions">
        {(['csv', 'json'] as const).map((format) => (
          <button
            className="button quiet"
            type="button"
            key={format}
            aria-disabled={isPending}
            onClick={() => !isPending && mutate(format)}
          >
            {auditTexts.exportAs[format]}
          </button>
        ))}
      </div>
      <p className="hint" role="status">
        {isPending && auditTexts.exporting(count)}
        {isSuccess && done}
        {!isPending && !isSuccess && auditTexts.exportHint(MOST)}
      </p>
      <RefusalNotice error={error} />
    </section>
  );
}

async function readEvents(filter: AuditFilter, onRead: (count: number) => void) {
  const events: AuditEvent[] = [];
  let after: string | null = '';
  onRead(0);
  while (after !== null && events.length < MOST) {
    const page = { 'page[size]': PAGE_SIZE, ...(after && { 'page[after]': after }) };
    const answer: Awaited<ReturnType<typeof readAuditPage>> = await readAuditPage(filter, page);
    events.push(...answer.data);
    after = answer.meta.page.after;
    onRead(events.length);
  }
  return events;
}
