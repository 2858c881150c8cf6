import type { AuditEvent } from './queries.ts';

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
export function eventsAsCsv(events: readonly AuditEvent[]): string {
  const rows = events.map(({ id, attributes }) => {
    const { at, service, action, actor, subject, address, requestId, traceId } = attributes;
    const who = [actor.type, actor.id, actor.clientId ?? ''];
    const texts = [id, at, service, action, ...who, subject, address, requestId];
    const { before, after } = attributes;
    return [...texts, traceId ?? '', jsonOf(before), jsonOf(after)];
  });
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

export function eventsAsJson(events: readonly AuditEvent[]): string {
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
