import {
  emailAddressToFind,
  type NewUser,
  problem,
  type UserRecord,
} from '@app-platform/contracts';
import {
  AppError,
  defineRoute,
  type InternalCaller,
  internalRoles,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
  schemaContract,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import { operator } from '../audit/audit-store.ts';
import { createUser, type UserApiDependencies } from '../users/create-user.ts';
import { queryParameter } from '../users/routes.ts';
import { createdUserAnswer, userData, userRoutes } from '../users/user-routes.ts';
import { emailSchema, passwordSchema, rolesSchema } from '../users/user-schemas.ts';
import type { UserStore } from '../users/user-store.ts';

const organizationId = {
  description: "The organization's id, 24 hexadecimal characters.",
  type: 'string' as const,
  pattern: '^[0-9a-f]{24}$',
};

type OperatorsNewUser = NewUser & { organizationId: string };

const newUserContract = schemaContract<OperatorsNewUser>({
  type: 'object',
  properties: { organizationId, email: emailSchema, roles: rolesSchema, password: passwordSchema },
  required: ['organizationId', 'email', 'roles'],
  additionalProperties: false,
});

/** The operator then names the organization. */
const MOST_WITH_ADDRESS = 100;

const access = { all: [internalRoles.operator] };
const path = '/internal/users';
const administrator = { actor: operator };

/** The users of every organization, for the operator's command line. */
export function internalUserRoutes(dependencies: UserApiDependencies): Route<InternalCaller>[] {
  const administratorOf = () => administrator;
  return [
    list(dependencies),
    create(dependencies),
    ...userRoutes<InternalCaller>(dependencies, { path, access, administratorOf }),
  ];
}

function list({ users }: UserApiDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path,
    operationId: 'listUsers',
    summary: 'The users of an organization by email address, or those with one address',
    access,
    parameters: [
      {
        name: 'organizationId',
        in: 'query',
        description: 'The organization.',
        schema: organizationId,
      },
      {
        name: 'email',
        in: 'query',
        description: 'The whole address. Without an organization: of every one.',
        schema: emailSchema as never,
      },
      queryParameter,
      ...pageParameters,
    ],
    responses: { 200: { description: 'A page.' } },
    handle: async ({ parameters }) => {
      const { organizationId: id, email, query } = parameters;
      const page = readPage(parameters, pageKeys.email);
      if (email !== undefined) {
        const found = await withAddress(users, id, emailAddressToFind(String(email)));
        const size = found.length;
        return { status: 200, body: pageAnswer(pageOf(found, size, emailOf), userData) };
      }
      const found = await users.list({
        organizationId: requireGiven(id),
        query: query === undefined ? undefined : String(query),
        ...page,
      });
      return { status: 200, body: pageAnswer(pageOf(found, page.size, emailOf), userData) };
    },
  });
}

/** An address is one user of an organization. */
async function withAddress(
  users: UserStore,
  organizationId: string | number | undefined,
  email: string,
): Promise<UserRecord[]> {
  if (organizationId === undefined) return users.listByEmail(email, MOST_WITH_ADDRESS);
  const found = await users.findByEmail(String(organizationId), email);
  return found ? [found] : [];
}

const emailOf = ({ email }: { email: string }) => email;

function requireGiven(id: string | number | undefined): string {
  if (id !== undefined) return String(id);
  const detail = "Give 'organizationId' or 'email'.";
  throw new AppError(problem('invalid_parameter', detail, { parameter: 'organizationId' }));
}

function create(dependencies: UserApiDependencies) {
  return defineRoute<InternalCaller, OperatorsNewUser>({
    method: 'post',
    path,
    operationId: 'createUser',
    summary: 'Create a user, or invite one',
    access,
    body: newUserContract,
    responses: { 201: { description: 'Created.' } },
    handle: async ({ body, context }) => {
      const { user, link } = await createUser(dependencies, administrator, body, context);
      return createdUserAnswer(user, link);
    },
  });
}
