import { AuditEventList, type AuditFilter, auditFilterSchemas } from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  internalRoles,
  type Parameter,
  type Route,
} from '@app-platform/http-api';
import type { AuditStores } from './audit-store.ts';

const MOST_EVENTS = 200;

const filterNames = Object.keys(auditFilterSchemas) as (keyof AuditFilter)[];

const parameters: Parameter[] = [
  ...filterNames.map(
    (name): Parameter => ({
      name,
      in: 'query',
      description: `The event's ${name}.`,
      schema: auditFilterSchemas[name],
    }),
  ),
  {
    name: 'organizationId',
    in: 'path',
    description: "The organization's id.",
    schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  },
  {
    name: 'before',
    in: 'query',
    description: 'Id of an event. Earlier events are listed.',
    schema: { type: 'string', pattern: '^\\d{1,18}$' },
  },
  {
    name: 'size',
    in: 'query',
    description: 'The largest number of events.',
    schema: { type: 'integer', minimum: 1, maximum: MOST_EVENTS, default: MOST_EVENTS },
  },
];

/** The audit events of this service. The registry merges them with its own. */
export function auditRoutes({ database }: { database: AuditStores }): Route<InternalCaller>[] {
  return [
    defineRoute<InternalCaller, undefined>({
      method: 'get',
      path: '/internal/organizations/{organizationId}/audit-events',
      operationId: 'listAuditEvents',
      summary: "An organization's audit events, the latest first",
      access: { all: [internalRoles.service] },
      parameters,
      responses: { 200: { description: 'The events.', schema: AuditEventList } },
      handle: async ({ parameters: { organizationId, size, ...filter } }) => {
        const body: AuditEventList = {
          events: await database.audit.list({
            ...(filter as AuditFilter & { before?: string }),
            organizationId: String(organizationId),
            size: Number(size),
          }),
        };
        return { status: 200, body };
      },
    }),
  ];
}
