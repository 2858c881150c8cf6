import { type AuditFilter, auditFilterSchemas, problem, roles } from '@app-platform/contracts';
import {
  AppError,
  defineRoute,
  type Parameter,
  pageParameters,
  type Route,
  type RouteRequest,
  readPageSize,
} from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  type AuditPosition,
  type AuditReading,
  auditedServices,
  type PlatformAuditEvent,
  readAudit,
} from './read-audit.ts';

const descriptions: Record<keyof AuditFilter, string> = {
  action: 'What happened, such as `app_version.registered` or `sign_in.refused`.',
  actor: 'The id of who acted.',
  subject: 'What was acted on, such as `<name>-<version>`.',
  from: 'Events from then on: an instant such as 2026-01-31T00:00:00Z.',
  until: 'Events before then: an instant such as 2026-01-31T00:00:00Z.',
};

const filterNames = Object.keys(auditFilterSchemas) as (keyof AuditFilter)[];

const filterParameters = filterNames.map(
  (name): Parameter => ({
    name: `filter[${name}]`,
    in: 'query',
    description: descriptions[name],
    schema: auditFilterSchemas[name],
  }),
);

const serviceParameter: Parameter = {
  name: 'filter[service]',
  in: 'query',
  description: 'One of the two services that record events; both where it is left out.',
  schema: { type: 'string', enum: auditedServices },
};

/** Who did what in the caller's organization. */
export function auditRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    defineRoute<Principal, undefined>({
      method: 'get',
      path: '/v1/audit',
      operationId: 'listAuditEvents',
      summary: 'Who did what in the organization, the latest first',
      access: { all: [roles.audit] },
      parameters: [...filterParameters, serviceParameter, ...pageParameters],
      responses: { 200: { description: 'A page, the latest first.', schema: 'AuditEventPage' } },
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

function readingOf(
  organizationId: string,
  parameters: RouteRequest<unknown, unknown>['parameters'],
): AuditReading {
  const given = filterNames.flatMap((name) => {
    const value = parameters[`filter[${name}]`];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const service = auditedServices.find((one) => one === parameters['filter[service]']);
  return {
    organizationId,
    filter: Object.fromEntries(given),
    ...(service && { service }),
    position: decodePosition(parameters['page[after]']),
    size: readPageSize(parameters),
  };
}

function auditEvent({ service, id, ...attributes }: PlatformAuditEvent) {
  return { type: 'audit_event', id: `${service}-${id}`, attributes: { service, ...attributes } };
}

function encodePosition(position: AuditPosition): string {
  const ids = auditedServices.map((service) => position[service] ?? '');
  return Buffer.from(ids.join(':')).toString('base64url');
}

function decodePosition(cursor: string | number | undefined): AuditPosition {
  if (cursor === undefined) return {};
  const text = Buffer.from(String(cursor), 'base64url').toString('utf8');
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
