import { type Column, DataTable, Facts } from '../elements/data-table.tsx';
import { CloseButton, PageDialog } from '../elements/dialogs.tsx';
import { Value } from '../elements/value.tsx';
import type { AuditEvent } from './queries.ts';
import { actionWords, auditTexts } from './texts.ts';

/** What an event changed, and the request that did. */
export function EventDialog({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { action, requestId, traceId, address, before, after } = event.attributes;
  const request = [
    [auditTexts.address, address],
    [auditTexts.requestId, requestId],
    [auditTexts.traceId, traceId],
  ] as const;
  const facts = request
    .filter(([, value]) => value)
    .map(([term, value]) => [term, <code key={term}>{value}</code>] as const);
  const rows = membersOf(before, after);
  return (
    <PageDialog title={auditTexts.detailsOf(actionWords(action))} onClose={onClose} isWide>
      {rows.length > 0 && (
        <DataTable
          caption={auditTexts.changes}
          columns={before ? [member, ...sides] : [member, sides[1]]}
          rows={rows}
        />
      )}
      <Facts className="event-facts" facts={facts} />
      <CloseButton onClose={onClose} />
    </PageDialog>
  );
}

type Member = { id: string; before: unknown; after: unknown };

const member: Column<Member> = { title: auditTexts.member, cell: ({ id }) => <code>{id}</code> };

const sides = [
  { title: auditTexts.before, cell: ({ before }) => <Value value={before} /> },
  { title: auditTexts.after, cell: ({ after }) => <Value value={after} /> },
] as const satisfies Column<Member>[];

/** The members that differ; all of them where nothing was there before, or nothing differs. */
function membersOf(before: unknown, after: unknown): Member[] {
  const [was, is] = [recordOf(before), recordOf(after)];
  const all = [...new Set([...Object.keys(was), ...Object.keys(is)])].map((id) => ({
    id,
    before: was[id],
    after: is[id],
  }));
  const differing = all.filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
  return differing.length > 0 ? differing : all;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
