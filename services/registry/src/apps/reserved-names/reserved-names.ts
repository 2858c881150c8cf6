import {
  problem,
  ReservedName,
  ReservedNameList,
  ReserveNameRequest,
  reservedNameSchema,
} from '@app-platform/contracts';
import {
  AppError,
  defineInternalRoute,
  type InternalCaller,
  parameter,
  type RequestContext,
  type Route,
} from '@app-platform/http-api';
import type { Actor, AuditStores } from '../../audit/audit-store.ts';
import { operator, operatorAccess } from '../../authentication/operator.ts';
import type { Database } from '../../database/database.ts';
import type { OrganizationStores } from '../../organizations/organization-store.ts';
import { patternSkeleton, type ReservedNameStore } from './reserved-name-store.ts';

const PATH = '/internal/reserved-names';

type NameDatabase = Database<
  OrganizationStores & AuditStores & { reservedNames: ReservedNameStore }
>;
type NameDependencies = { database: NameDatabase };

/** The operator's decisions on who may publish under which name. */
export function nameRoutes(dependencies: NameDependencies): Route<InternalCaller>[] {
  return [reserve(dependencies), release(dependencies), list(dependencies)];
}

function reserve({ database }: NameDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: PATH,
    operationId: 'reserveName',
    summary: 'Reserve names of public apps for one organization, or for none',
    access: operatorAccess,
    invalidates: [],
    body: ReserveNameRequest,
    responses: { 200: { description: 'The reservation.', schema: ReservedName } },
    handle: async ({ body, context }) => {
      const name = { pattern: body.pattern, organizationId: body.organizationId ?? null };
      return { status: 200, body: await reserveName(database, operator, name, context) };
    },
  });
}

function release({ database }: NameDependencies) {
  return defineInternalRoute({
    method: 'delete',
    path: `${PATH}/{pattern}`,
    operationId: 'releaseName',
    summary: 'End a reservation',
    access: operatorAccess,
    invalidates: [],
    parameters: [
      parameter('pattern', 'path', reservedNameSchema, String(reservedNameSchema.description)),
    ],
    responses: { 200: { description: 'The reservation that ended.', schema: ReservedName } },
    handle: async ({ parameters, context }) => {
      const released = await releaseName(database, operator, parameters.pattern, context);
      return { status: 200, body: released };
    },
  });
}

function list({ database }: NameDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: PATH,
    operationId: 'listReservedNames',
    summary: 'All reservations, by pattern',
    access: operatorAccess,
    responses: { 200: { description: 'The reservations.', schema: ReservedNameList } },
    handle: async () => ({ status: 200, body: { names: await database.reservedNames.list() } }),
  });
}

/**
 * Reserves names of public apps for one organization, or for none. Apps that have such a name
 * already stay as they are.
 * @throws AppError `not_found` for an unknown organization
 */
async function reserveName(
  database: NameDatabase,
  actor: Actor,
  name: ReservedName,
  context: RequestContext,
): Promise<ReservedName> {
  const { pattern, organizationId } = name;
  const skeleton = patternSkeleton(pattern);
  await database.transaction(async (stores) => {
    if (organizationId !== null && !(await stores.organizations.find(organizationId))) {
      const detail = 'There is no organization of this id.';
      throw new AppError(problem('not_found', detail, { pointer: '/organizationId' }));
    }
    const before = await stores.reservedNames.find(skeleton);
    await stores.reservedNames.save(skeleton, name);
    await stores.audit.record({
      actor,
      action: 'name.reserved',
      subject: pattern,
      organizationId,
      context,
      ...(before && { before }),
      after: name,
    });
  });
  return name;
}

/** @throws AppError `not_found` for a pattern that is not reserved */
async function releaseName(
  database: NameDatabase,
  actor: Actor,
  pattern: string,
  context: RequestContext,
): Promise<ReservedName> {
  const skeleton = patternSkeleton(pattern);
  return database.transaction(async (stores) => {
    const before = await stores.reservedNames.remove(skeleton);
    if (!before) {
      const detail = `'${pattern}' is not reserved. List what is: operator name list`;
      throw new AppError(problem('not_found', detail, { parameter: 'pattern' }));
    }
    await stores.audit.record({
      actor,
      action: 'name.released',
      subject: before.pattern,
      organizationId: before.organizationId,
      context,
      before,
    });
    return before;
  });
}
