import type { StatementValue } from '@app-platform/service-kit/database';
import type { AuditEvent } from './audit-store.ts';

const columns = [
  ['organization_id', 'text'],
  ['actor_type', 'text'],
  ['actor_id', 'text'],
  ['action', 'text'],
  ['subject', 'text'],
  ['request_id', 'text'],
  ['trace_id', 'text'],
  ['address', 'text'],
  ['before', 'json'],
  ['after', 'json'],
] as const;

/** How many values {@link auditValues} gives. */
export const AUDIT_VALUES = columns.length;

/**
 * Writes the audit row of a change as a part of the change's own statement.
 * @param first the number of the first of its values
 * @param change what has a row where the change is made, and none where it is not
 */
export function auditInsert(first: number, change: string): string {
  const names = columns.map(([name]) => `"${name}"`);
  const values = columns.map(([, type], index) => `$${first + index}::${type}`);
  return `INSERT INTO audit_event (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${change}`;
}

export function auditValues(event: AuditEvent): StatementValue[] {
  const { actor, context, before, after } = event;
  return [
    event.organizationId,
    actor.kind,
    actor.id,
    event.action,
    event.subject,
    context.requestId,
    context.traceId,
    context.address,
    before ? JSON.stringify(before) : null,
    after ? JSON.stringify(after) : null,
  ];
}
