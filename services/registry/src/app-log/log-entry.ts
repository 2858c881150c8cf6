import { hash } from 'node:crypto';
import type { AuditEventRecord, RefusedRequestRecord } from '@app-platform/contracts';
import { component, record, text, time } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { auditProperties } from '../audit/audit-properties.ts';
import { RefusedRequest } from '../doctor/refused-requests.ts';
import type { InstallationEvent } from '../events/installation-event-store.ts';
import type { AppDelivery } from '../webhooks/app-delivery-store.ts';
import { deliveryProperties, deliveryRecord } from '../webhooks/webhook-records.ts';

const { at: _at, action, subject, ...actorProperties } = auditProperties;
const at = time('When it happened.');
const { eventId, eventType, payload } = deliveryProperties;

const RefusedRequestEntry = record(
  'refused_request',
  Type.Object({ at, ...RefusedRequest.properties }),
);
const DeliveryEntry = record(
  'webhook_delivery',
  Type.Object({ at, webhookId: text('The webhook.'), ...deliveryProperties }),
);
const InstallationEntry = record('installation', Type.Object({ at, eventId, eventType, payload }));
const AuditEntry = record(
  'audit_event',
  Type.Object({
    at,
    action,
    subject,
    ...Type.Partial(Type.Object(actorProperties)).properties,
  }),
);

/** The data of an event of the stream. */
export const LogRecord = component(
  'AppLogEntry',
  Type.Unsafe<
    Static<
      | typeof RefusedRequestEntry
      | typeof DeliveryEntry
      | typeof InstallationEntry
      | typeof AuditEntry
    >
  >({
    description:
      'A refused request, whenever its count grows; a delivery to a webhook, when it is added and after each attempt; what happened to an installation; an audit event.',
    oneOf: [RefusedRequestEntry, DeliveryEntry, InstallationEntry, AuditEntry],
  }),
);
export type LogRecord = Static<typeof LogRecord>;

/** The kinds of entries, by which a stream can be narrowed. */
export const entryTypes = [
  'refused_request',
  'webhook_delivery',
  'installation',
  'audit_event',
] as const satisfies readonly LogRecord['type'][];

export type LogEntry = {
  at: Date;
  /** Differs for each state of what the record is about. */
  key: string;
  record: LogRecord;
};

export function refusedRequestEntry(refused: RefusedRequestRecord): LogEntry {
  const { endpoint, error, reason, count, lastAt } = refused;
  const id = hash('sha256', JSON.stringify([endpoint, error, reason]), 'base64url').slice(0, 16);
  const attributes = { at: lastAt, ...refused };
  return entry(new Date(lastAt), `${count}`, { type: 'refused_request', id, attributes });
}

export function deliveryEntry(delivery: AppDelivery): LogEntry {
  const { status, attempts, createdAt, disabledAt, webhookId } = delivery;
  const attemptedAt = attempts.at(-1)?.at;
  const happenedAt =
    (status === 'canceled' && disabledAt) || (attemptedAt ? new Date(attemptedAt) : createdAt);
  const { id, attributes } = deliveryRecord(delivery);
  return entry(happenedAt, `${status} ${attempts.length}`, {
    type: 'webhook_delivery',
    id,
    attributes: { at: happenedAt, webhookId, ...attributes },
  });
}

export function installationEntry({ id, createdAt, ...event }: InstallationEvent): LogEntry {
  const attributes = {
    at: createdAt,
    eventId: event.eventId,
    eventType: event.type,
    payload: JSON.parse(event.payload),
  };
  return entry(createdAt, '', { type: 'installation', id: String(id), attributes });
}

export function auditEntry({ id, ...attributes }: AuditEventRecord): LogEntry {
  return entry(new Date(attributes.at), '', {
    type: 'audit_event',
    id: `registry-${id}`,
    attributes,
  });
}

function entry(happenedAt: Date, state: string, one: LogRecord): LogEntry {
  return { at: happenedAt, key: `${one.type} ${one.id} ${state}`, record: one };
}

/** Without who did it, for a caller who may not read the audit trail. */
export function withoutActor(one: LogRecord): LogRecord {
  if (one.type !== 'audit_event') return one;
  const { attributes } = one;
  const shown = { at: attributes.at, action: attributes.action, subject: attributes.subject };
  return { ...one, attributes: shown };
}

/** The earliest first. */
export function inOrder(entries: readonly LogEntry[]): LogEntry[] {
  return entries.toSorted((one, other) => {
    const milliseconds = one.at.getTime() - other.at.getTime();
    return milliseconds || (one.key < other.key ? -1 : 1);
  });
}
