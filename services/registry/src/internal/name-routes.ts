import {
  type ChangeOrganizationRequest,
  type ReserveNameRequest,
  reservedNamePattern,
} from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import type { Dependencies } from '../dependencies.ts';
import { verifyOrganization } from '../organizations/verify-organization.ts';
import { releaseName, reserveName } from '../reserved-names/change-reservation.ts';
import {
  operator,
  operatorAccess,
  organizationIdParameter,
  organizationIdSchema,
} from './operator.ts';

const PATH = '/internal/reserved-names';

const pattern = {
  description: "An app id, or with `*` at its end the beginning of app ids, such as 'acme*'.",
  type: 'string',
  pattern: reservedNamePattern,
} as const;

const reserveContract = schemaContract<ReserveNameRequest>({
  type: 'object',
  properties: { pattern, organizationId: organizationIdSchema },
  required: ['pattern'],
  additionalProperties: false,
});

const organizationContract = schemaContract<ChangeOrganizationRequest>({
  type: 'object',
  properties: { verified: { type: 'boolean' } },
  required: ['verified'],
  additionalProperties: false,
});

/** The operator's decisions on who may publish under which name. */
export function nameRoutes(dependencies: Dependencies): Route<InternalCaller>[] {
  return [verify(dependencies), reserve(dependencies), release(dependencies), list(dependencies)];
}

function verify({ database }: Dependencies) {
  return defineRoute<InternalCaller, ChangeOrganizationRequest>({
    method: 'patch',
    path: '/internal/organizations/{organizationId}',
    operationId: 'verifyOrganization',
    summary: 'Record whether the operator has checked who an organization is',
    access: operatorAccess,
    parameters: [organizationIdParameter],
    body: organizationContract,
    responses: { 200: { description: 'The organization as it is now.' } },
    handle: async ({ parameters, body: { verified }, context }) => {
      const change = { id: String(parameters.organizationId), verified };
      return { status: 200, body: await verifyOrganization(database, operator, change, context) };
    },
  });
}

function reserve({ database }: Dependencies) {
  return defineRoute<InternalCaller, ReserveNameRequest>({
    method: 'post',
    path: PATH,
    operationId: 'reserveName',
    summary: 'Reserve names of public apps for one organization, or for none',
    access: operatorAccess,
    body: reserveContract,
    responses: { 200: { description: 'The reservation.' } },
    handle: async ({ body, context }) => {
      const name = { pattern: body.pattern, organizationId: body.organizationId ?? null };
      return { status: 200, body: await reserveName(database, operator, name, context) };
    },
  });
}

function release({ database }: Dependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'delete',
    path: `${PATH}/{pattern}`,
    operationId: 'releaseName',
    summary: 'End a reservation',
    access: operatorAccess,
    parameters: [
      { name: 'pattern', in: 'path', description: pattern.description, schema: pattern },
    ],
    responses: { 200: { description: 'The reservation that ended.' } },
    handle: async ({ parameters, context }) => {
      const released = await releaseName(database, operator, String(parameters.pattern), context);
      return { status: 200, body: released };
    },
  });
}

function list({ database }: Dependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: PATH,
    operationId: 'listReservedNames',
    summary: 'All reservations, by pattern',
    access: operatorAccess,
    responses: { 200: { description: 'The reservations.' } },
    handle: async () => ({ status: 200, body: { names: await database.reservedNames.list() } }),
  });
}
