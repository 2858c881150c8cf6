import {
  AuditEventList,
  type AuditQuery,
  auditFilterSchemas,
  organizationIdSchema,
} from '@app-platform/contracts';
import {
  defineInternalRoute,
  type InternalCaller,
  internalRoles,
  parameter,
  type Route,
} from '@app-platform/http-api';
import { Type } from '@sinclair/typebox';
import type { AuditStores } from './audit-store.ts';

const MOST_EVENTS = 200;

const { action, actor, subject, from, until } = auditFilterSchemas;

const parameters = [
  parameter('action', 'query', action, "The event's action."),
  parameter('actor', 'query', actor, "The event's actor."),
  parameter('subject', 'query', subject, "The event's subject."),
  parameter('from', 'query', from, 'The earliest instant.'),
  parameter('until', 'query', until, 'The first instant that is too late.'),
  parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
  parameter(
    'before',
    'query',
    Type.String({ pattern: '^\\d{1,18}$' }),
    'Id of an event. Earlier events are listed.',
  ),
  parameter(
    'size',
    'query',
    Type.Integer({ minimum: 1, maximum: MOST_EVENTS, default: MOST_EVENTS }),
    'The largest number of events.',
  ),
] as const;

/** The audit events of this service. The registry merges them with its own. */
export function auditRoutes({ database }: { database: AuditStores }): Route<InternalCaller>[] {
  return [
    defineInternalRoute({
      method: 'get',
      path: '/internal/organizations/{organizationId}/audit-events',
      operationId: 'listAuditEvents',
      summary: "An organization's audit events, the latest first",
      access: { all: [internalRoles.service] },
      parameters,
      responses: { 200: { description: 'The events.', schema: AuditEventList } },
      handle: async ({ parameters: { size = MOST_EVENTS, ...query } }) => {
        // A parameter that is not given is no property.
        const asked = { ...query, size } as AuditQuery;
        return { status: 200, body: { events: await database.audit.list(asked) } };
      },
    }),
  ];
}
