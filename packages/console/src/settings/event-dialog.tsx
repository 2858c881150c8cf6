import { PageDialog } from '../elements/page-dialog.tsx';
import { auditTexts } from '../texts/audit.ts';
import { layoutTexts } from '../texts/layout.ts';
import type { AuditEvent } from './queries.ts';

/** What an event changed, and the request that did. */
export function EventDialog({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { action, requestId, traceId, address, before, after } = event.attributes;
  const facts = [
    [auditTexts.before, jsonOf(before)],
    [auditTexts.after, jsonOf(after)],
    [auditTexts.address, address],
    [auditTexts.requestId, requestId],
    [auditTexts.traceId, traceId],
  ].filter(([, value]) => value);
  return (
    <PageDialog title={auditTexts.detailsOf(action)} onClose={onClose}>
      <dl className="event-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <pre>{value}</pre>
            </dd>
          </div>
        ))}
      </dl>
      <div className="dialog-actions">
        <button className="button" type="button" onClick={onClose}>
          {layoutTexts.close}
        </button>
      </div>
    </PageDialog>
  );
}

function jsonOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value, null, 2);
}
