import {
  type AuditEventRecord,
  type AuditFilter,
  type AuditQuery,
  appNamePattern,
  auditFilterSchemas,
  problem,
  roles,
} from '@app-platform/contracts';
import {
  AppError,
  type ParametersOf,
  pageParameters,
  parameter,
  type Route,
  readPageSize,
} from '@app-platform/http-api';
import { component, page, record } from '@app-platform/http-api/schemas';
import type { Logger } from '@app-platform/runtime';
import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import type { Reading } from '../database/database.ts';
import type { OauthClient } from '../oauth-client/oauth-client.ts';
import { auditProperties } from './audit-properties.ts';
import type { AuditTrailStore } from './audit-store.ts';

const auditedServices = ['registry', 'oauth'] as const;

const descriptions: Record<keyof AuditFilter, string> = {
  action: 'What happened, such as `app_version.registered` or `sign_in.refused`.',
  actor: 'The id of who acted.',
  subject: 'What was acted on, such as `<name>-<version>`.',
  from: 'Events from then on: an instant such as 2026-01-31T00:00:00Z.',
  until: 'Events before then: an instant such as 2026-01-31T00:00:00Z.',
};

const filterNames = Object.keys(auditFilterSchemas) as (keyof AuditFilter)[];

const filterParameters = filterNames.map((name) =>
  parameter(`filter[${name}]`, 'query', auditFilterSchemas[name], descriptions[name]),
);

const serviceParameter = parameter(
  'filter[service]',
  'query',
  Type.Unsafe<AuditedService>({ type: 'string', enum: auditedServices }),
  'One of the two services that record events; both where it is left out.',
);

const appParameter = parameter(
  'filter[app]',
  'query',
  Type.String({ pattern: appNamePattern }),
  'The name of an app: what was done with it, with any version of it, and with its access.',
);

const parameters = [
  ...filterParameters,
  serviceParameter,
  appParameter,
  ...pageParameters,
] as const;

const AuditEvent = component(
  'AuditEvent',
  record(
    'audit_event',
    Type.Object({
      service: Type.Unsafe<AuditedService>({
        type: 'string',
        description: 'Which service recorded it.',
        enum: auditedServices,
      }),
      ...auditProperties,
    }),
  ),
);
const AuditEventPage = component('AuditEventPage', page(AuditEvent));

/** Who did what in the caller's organization. */
export function auditRoutes(dependencies: AuditDependencies): Route<Principal>[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/audit',
      operationId: 'listAuditEvents',
      summary: 'Who did what in the organization, the latest first',
      access: { all: [roles.audit] },
      parameters,
      responses: { 200: { description: 'A page, the latest first.', schema: AuditEventPage } },
      refusals: ['invalid_parameter', 'temporarily_unavailable'],
      handle: async ({ principal, parameters }) => {
        const reading = readingOf(principal.organizationId, parameters);
        const { events, next } = await readAudit(dependencies, reading);
        const after = next && encodePosition(next);
        return { status: 200, body: { data: events.map(auditEvent), meta: { page: { after } } } };
      },
    }),
  ];
}

function readingOf(organizationId: string, given: ParametersOf<typeof parameters>): AuditReading {
  const filter = filterNames.flatMap((name) => {
    const value = given[`filter[${name}]`];
    return value === undefined ? [] : [[name, value] as const];
  });
  const service = given['filter[service]'];
  const app = given['filter[app]'];
  return {
    organizationId,
    filter: Object.fromEntries(filter),
    ...(service && { service }),
    ...(app && { app }),
    position: decodePosition(given['page[after]']),
    size: readPageSize(given),
  };
}

function auditEvent({ service, id, ...attributes }: PlatformAuditEvent): Static<typeof AuditEvent> {
  return { type: 'audit_event', id: `${service}-${id}`, attributes: { service, ...attributes } };
}

function encodePosition(position: AuditPosition): string {
  const ids = auditedServices.map((service) => position[service] ?? '');
  return Buffer.from(ids.join(':')).toString('base64url');
}

function decodePosition(cursor: string | undefined): AuditPosition {
  if (cursor === undefined) return {};
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^\d{0,18}:\d{0,18}$/.test(text)) {
    const ids = text.split(':');
    const read = auditedServices.flatMap((service, index) => {
      const id = ids[index];
      return id ? [[service, id]] : [];
    });
    return Object.fromEntries(read);
  }
  const detail = 'This is not a cursor of this list. Use meta.page.after of the page before.';
  throw new AppError(problem('invalid_parameter', detail, { parameter: 'page[after]' }));
}

type AuditedService = (typeof auditedServices)[number];

type PlatformAuditEvent = AuditEventRecord & { service: AuditedService };

/** How far each service's events were read: the id of the last one, or nothing yet. */
type AuditPosition = Partial<Record<AuditedService, string>>;

type AuditPage = { events: PlatformAuditEvent[]; next: AuditPosition | null };

type ClientIds = {
  /** @returns undefined for an app that the organization does not see */
  findClientId(organizationId: string, name: string): Promise<string | undefined>;
};

export type AuditDependencies = {
  database: Reading<{ auditTrail: AuditTrailStore; appNames: ClientIds }>;
  /** Left out where there is no OAuth service. */
  oauthClient?: OauthClient;
  logger: Logger;
};

type AuditReading = {
  organizationId: string;
  filter: AuditFilter;
  /** Both where it is left out. */
  service?: AuditedService;
  /** The name of an app. */
  app?: string;
  position: AuditPosition;
  size: number;
};

/**
 * An organization's audit events of both services as one list, the latest first.
 * @throws AppError `temporarily_unavailable` where the OAuth service cannot be asked for its own
 */
async function readAudit(
  dependencies: AuditDependencies,
  { organizationId, filter, service, app, position, size }: AuditReading,
): Promise<AuditPage> {
  const asked = auditedServices.filter((one) => service === undefined || service === one);
  const found = await Promise.all(
    asked.map(async (one) => {
      const before = position[one];
      const page = { size: size + 1, ...(before && { before }), ...(app && { app }) };
      const query = { ...filter, organizationId, ...page };
      const events = await eventsOf(dependencies, one, query);
      return events.map((event): PlatformAuditEvent => ({ ...event, service: one }));
    }),
  );
  const merged = merge(found);
  const events = merged.slice(0, size);
  if (merged.length <= size) return { events, next: null };
  const next = { ...position };
  for (const event of events) next[event.service] = event.id;
  return { events, next };
}

async function eventsOf(
  { database, oauthClient, logger }: AuditDependencies,
  service: AuditedService,
  { app, ...query }: AuditQuery & { app?: string },
): Promise<AuditEventRecord[]> {
  const { organizationId } = query;
  const { auditTrail, appNames } = database.reading(organizationId);
  if (service === 'registry') return auditTrail.list({ ...query, ...(app && { app }) });
  if (!oauthClient) return [];
  // That service knows an app by its client.
  const clientId = app && (await appNames.findClientId(organizationId, app));
  if (app && (!clientId || (query.subject ?? clientId) !== clientId)) return [];
  try {
    return await oauthClient.listAuditEvents({ ...query, ...(clientId && { subject: clientId }) });
  } catch (cause) {
    logger.warn({ err: cause }, 'audit events not read at the OAuth service');
    const detail =
      'The events of the OAuth service cannot be read right now. Try again in a few seconds, or ask with filter[service]=registry.';
    const headers = { 'Retry-After': '5' };
    throw new AppError(problem('temporarily_unavailable', detail), { cause, headers });
  }
}

/** Keeps each service's order, which its cursor relies on; between services time decides. */
function merge(lists: PlatformAuditEvent[][]): PlatformAuditEvent[] {
  const rest = lists.map((list) => [...list]);
  const merged: PlatformAuditEvent[] = [];
  for (;;) {
    const heads = rest.filter((list) => list.length > 0);
    const [latest] = heads.toSorted((one, other) => timeOf(other) - timeOf(one));
    const event = latest?.shift();
    if (!event) return merged;
    merged.push(event);
  }
}

function timeOf([head]: PlatformAuditEvent[]): number {
  return head ? Date.parse(head.at) : 0;
}
