import { roles, storableText } from '@app-platform/contracts';
import {
  pageKeys,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
} from '@app-platform/http-api';
import { component, page as pageOfRecords } from '@app-platform/http-api/schemas';
import { pageOf } from '@app-platform/runtime/database';
import { Type } from '@sinclair/typebox';
import { type ApiCaller, actorOf, defineRoute } from '../authentication/api-caller.ts';
import type { Administrator } from './administrator.ts';
import { createUser, type UserApiDependencies } from './create-user.ts';
import { readSignedInUser } from './find-user.ts';
import {
  CreatedUserResponse,
  createdUserResponse,
  newUser,
  User,
  UserResponse,
  userRecord,
  userResponse,
} from './user-record.ts';
import { userRoutes } from './user-routes.ts';

export const queryParameter = parameter(
  'query',
  'query',
  Type.String({ minLength: 1, maxLength: 320, ...storableText }),
  'A part of the email address or of the name.',
);

const NewUser = Type.Object(newUser, { additionalProperties: false });
const UserPage = component('UserPage', pageOfRecords(User));

const access = { all: [roles.users] };

/** The public API for the users of an organization. */
export function publicUserRoutes(dependencies: UserApiDependencies): Route<ApiCaller>[] {
  const path = '/v1/users';
  return [
    list(dependencies, path),
    create(dependencies, path),
    readMe(dependencies, path),
    ...userRoutes<ApiCaller>(dependencies, {
      ...{ path, access, credentials: 'administration' as const },
      administratorOf,
    }),
  ];
}

function list({ database }: UserApiDependencies, path: string) {
  return defineRoute({
    method: 'get',
    path,
    operationId: 'listUsers',
    summary: "The organization's users, by email address",
    access,
    credentials: 'administration',
    parameters: [queryParameter, ...pageParameters],
    responses: { 200: { description: 'A page.', schema: UserPage } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.email);
      const { organizationId } = principal;
      const found = await database.users.list({ organizationId, query: parameters.query, ...page });
      return { status: 200, body: pageResponse(pageOf(found, page.size, emailOf), userRecord) };
    },
  });
}

const emailOf = ({ email }: { email: string }) => email;

function create(dependencies: UserApiDependencies, path: string) {
  return defineRoute({
    method: 'post',
    path,
    operationId: 'createUser',
    summary: 'Create a user, or invite one',
    description:
      'Without a password the user is invited: the answer has a link, valid for 72 hours, where the user sets one.',
    access,
    credentials: 'administration',
    body: NewUser,
    responses: { 201: { description: 'Created.', schema: CreatedUserResponse } },
    refusals: ['invalid_body', 'duplicate', 'signs_in_upstream'],
    handle: async ({ principal, body, context }) => {
      const { organizationId } = principal;
      const request = { ...body, organizationId };
      const administrator = administratorOf(principal);
      const { user, link } = await createUser(dependencies, administrator, request, context);
      return { status: 201, body: createdUserResponse(user, link) };
    },
  });
}

/** Without `credentials: 'administration'`: it answers after a sign-in of any age. */
function readMe({ database }: UserApiDependencies, path: string) {
  return defineRoute({
    method: 'get',
    path: `${path}/me`,
    operationId: 'readSignedInUser',
    summary: 'The user who is signed in',
    description:
      'Takes an access token of the console or the command line. API keys and access tokens of apps are refused (403).',
    access: 'authenticated',
    responses: { 200: { description: 'The user.', schema: UserResponse } },
    handle: async ({ principal }) => {
      const user = await readSignedInUser(database.users, principal);
      return { status: 200, body: userResponse(user) };
    },
  });
}

function administratorOf(caller: ApiCaller): Administrator {
  const { organizationId, roles: held } = caller;
  return { actor: actorOf(caller), bounds: { organizationId, roles: held } };
}
