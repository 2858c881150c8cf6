import {
  emailAddressToFind,
  organizationIdSchema,
  problem,
  UserIdentity,
  type UserRecord,
  UserRoles,
} from '@app-platform/contracts';
import {
  AppError,
  defineInternalRoute,
  type InternalCaller,
  internalRoles,
  pageKeys,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
  requiredParameter,
} from '@app-platform/http-api';
import { page } from '@app-platform/http-api/schemas';
import { pageOf } from '@app-platform/runtime/database';
import { Type } from '@sinclair/typebox';
import { operator } from '../audit/audit-store.ts';
import { createUser, type UserApiDependencies } from './create-user.ts';
import { findUserRoles } from './find-user.ts';
import { queryParameter } from './routes.ts';
import {
  CreatedUserResponse,
  createdUserResponse,
  EmailAddress,
  newUser,
  User,
  userRecord,
} from './user-record.ts';
import { userRoutes } from './user-routes.ts';
import type { UserStore } from './user-store.ts';

const NewUser = Type.Object(
  { organizationId: organizationIdSchema, ...newUser },
  { additionalProperties: false },
);

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

function list({ database }: UserApiDependencies) {
  return defineInternalRoute({
    method: 'get',
    path,
    operationId: 'listUsers',
    summary: 'The users of an organization by email address, or those with one address',
    access,
    parameters: [
      parameter('organizationId', 'query', organizationIdSchema, 'The organization.'),
      parameter(
        'email',
        'query',
        EmailAddress,
        'The whole address. Without an organization: of every one.',
      ),
      queryParameter,
      ...pageParameters,
    ],
    responses: { 200: { description: 'A page.', schema: page(User) } },
    handle: async ({ parameters }) => {
      const { users } = database;
      const { organizationId: id, email, query } = parameters;
      const asked = readPage(parameters, pageKeys.email);
      if (email !== undefined) {
        const found = await withAddress(users, id, emailAddressToFind(email));
        return {
          status: 200,
          body: pageResponse(pageOf(found, found.length, emailOf), userRecord),
        };
      }
      const found = await users.list({ organizationId: requireGiven(id), query, ...asked });
      return { status: 200, body: pageResponse(pageOf(found, asked.size, emailOf), userRecord) };
    },
  });
}

/** An address is one user of an organization. */
async function withAddress(
  users: UserStore,
  organizationId: string | undefined,
  email: string,
): Promise<UserRecord[]> {
  if (organizationId === undefined) return users.listByEmail(email, MOST_WITH_ADDRESS);
  const found = await users.findByEmail(organizationId, email);
  return found ? [found] : [];
}

const emailOf = ({ email }: { email: string }) => email;

function requireGiven(id: string | undefined): string {
  if (id !== undefined) return id;
  const detail = "Give 'organizationId' or 'email'.";
  throw new AppError(problem('invalid_parameter', detail, { parameter: 'organizationId' }));
}

function create(dependencies: UserApiDependencies) {
  return defineInternalRoute({
    method: 'post',
    path,
    operationId: 'createUser',
    summary: 'Create a user, or invite one',
    access,
    body: NewUser,
    responses: { 201: { description: 'Created.', schema: CreatedUserResponse } },
    handle: async ({ body, context }) => {
      const { user, link } = await createUser(dependencies, administrator, body, context);
      return { status: 201, body: createdUserResponse(user, link) };
    },
  });
}

/** For the registry, which tells an app who its user is. */
export function userIdentityRoute({ database }: UserRolesDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/organizations/{organizationId}/users/{userId}/identity',
    operationId: 'readUserIdentity',
    summary: 'The name and the email address of a user',
    access: { all: [internalRoles.service] },
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
      parameter('userId', 'path', Type.String({ pattern: pageKeys.uuid.source }), "The user's id."),
    ],
    responses: { 200: { description: 'Who the user is.', schema: UserIdentity } },
    handle: async ({ parameters: { organizationId, userId } }) => {
      const found = await database.users.find(userId);
      const user = found?.organizationId === organizationId ? found : undefined;
      return { status: 200, body: { name: user?.name ?? null, email: user?.email ?? null } };
    },
  });
}

export type UserRolesDependencies = {
  database: { users: Pick<UserStore, 'find' | 'findByEmail'> };
};

/** For the registry, which compares the roles with those that an app requests. */
export function userRolesRoute({ database }: UserRolesDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/organizations/{organizationId}/user-roles',
    operationId: 'readUserRoles',
    summary: 'The roles of a user, named by id or email address',
    access: { all: [internalRoles.service] },
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
      requiredParameter(
        'user',
        Type.String({ minLength: 1, maxLength: 320 }),
        'Id or email address.',
      ),
    ],
    responses: { 200: { description: 'The roles.', schema: UserRoles } },
    handle: async ({ parameters: { organizationId, user } }) => {
      const held = await findUserRoles(database.users, organizationId, user);
      return { status: 200, body: { roles: held } };
    },
  });
}
