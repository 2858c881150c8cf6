import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { pageAfter } from '../api/clients.ts';
import { Button } from '../elements/button.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { type AuditEvent, type AuditFilter, MOST_EVENTS, readAuditPage } from './queries.ts';
import { auditTexts } from './texts.ts';

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
  const done = count >= MOST_EVENTS ? auditTexts.exportedMost(count) : auditTexts.exported(count);
  return (
    <section className="audit-export" aria-label={auditTexts.exportLabel}>
      <div className="actions">
        {(['csv', 'json'] as const).map((format) => (
          <Button look="quiet" key={format} isPending={isPending} onClick={() => mutate(format)}>
            {auditTexts.exportAs[format]}
          </Button>
        ))}
      </div>
      <p className="hint" role="status">
        {isPending && auditTexts.exporting(count)}
        {isSuccess && done}
        {!isPending && !isSuccess && auditTexts.exportHint(MOST_EVENTS)}
      </p>
      <RefusalNotice error={error} />
    </section>
  );
}

async function readEvents(filter: AuditFilter, onRead: (count: number) => void) {
  const events: AuditEvent[] = [];
  let after: string | null = '';
  onRead(0);
  while (after !== null && events.length < MOST_EVENTS) {
    const answer: Awaited<ReturnType<typeof readAuditPage>> = await readAuditPage(
      filter,
      pageAfter(after, 100),
    );
    events.push(...answer.data);
    after = answer.meta.page.after;
    onRead(events.length);
  }
  return events;
}

const columns = [
  'id',
  'at',
  'service',
  'action',
  'actorType',
  'actorId',
  'actorClientId',
  'subject',
  'address',
  'requestId',
  'traceId',
  'before',
  'after',
];

/** Events as a table (RFC 4180). */
function eventsAsCsv(events: readonly AuditEvent[]): string {
  const rows = events.map(({ id, attributes }) => {
    const { at, service, action, actor, subject, address, requestId, traceId } = attributes;
    const who = [actor.type, actor.id, actor.clientId ?? ''];
    const texts = [id, at, service, action, ...who, subject, address, requestId];
    const { before, after } = attributes;
    return [...texts, traceId ?? '', jsonOf(before), jsonOf(after)];
  });
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function eventsAsJson(events: readonly AuditEvent[]): string {
  const records = events.map(({ id, attributes }) => ({ id, ...attributes }));
  return `${JSON.stringify(records, null, 2)}\n`;
}

function jsonOf(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** A spreadsheet would run a cell that begins like a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Lets the browser save a text as a file. */
function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
