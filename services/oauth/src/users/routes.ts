import { type NewUser, roles } from '@app-platform/contracts';
import {
  defineRoute,
  type Parameter,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
  schemaContract,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import { type ApiCaller, actorOf } from '../api/api-caller.ts';
import type { Administrator } from './administrator.ts';
import { createUser, type UserApiDependencies } from './create-user.ts';
import { readSignedInUser } from './signed-in-user.ts';
import { createdUserAnswer, userAnswer, userData, userRoutes } from './user-routes.ts';
import { emailSchema, passwordSchema, rolesSchema } from './user-schemas.ts';

export const queryParameter: Parameter = {
  name: 'query',
  in: 'query',
  description: 'A part of the email address.',
  schema: { type: 'string', minLength: 1, maxLength: 320 },
};

const newUserContract = schemaContract<NewUser>({
  type: 'object',
  properties: { email: emailSchema, roles: rolesSchema, password: passwordSchema },
  required: ['email', 'roles'],
  additionalProperties: false,
});

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

function list({ users }: UserApiDependencies, path: string) {
  return defineRoute<ApiCaller, undefined>({
    method: 'get',
    path,
    operationId: 'listUsers',
    summary: "The organization's users, by email address",
    access,
    credentials: 'administration',
    parameters: [queryParameter, ...pageParameters],
    responses: { 200: { description: 'A page.', schema: 'UserPage' } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.email);
      const { organizationId } = principal;
      const query = parameters.query === undefined ? undefined : String(parameters.query);
      const found = await users.list({ organizationId, query, ...page });
      return { status: 200, body: pageAnswer(pageOf(found, page.size, emailOf), userData) };
    },
  });
}

const emailOf = ({ email }: { email: string }) => email;

function create(dependencies: UserApiDependencies, path: string) {
  return defineRoute<ApiCaller, NewUser>({
    method: 'post',
    path,
    operationId: 'createUser',
    summary: 'Create a user, or invite one',
    description:
      'Without a password the user is invited: the answer has a link, valid for 72 hours, where the user sets one.',
    access,
    credentials: 'administration',
    body: newUserContract,
    responses: { 201: { description: 'Created.', schema: 'CreatedUserAnswer' } },
    refusals: ['invalid_body', 'duplicate', 'signs_in_upstream'],
    handle: async ({ principal, body, context }) => {
      const { organizationId } = principal;
      const request = { ...body, organizationId };
      const administrator = administratorOf(principal);
      const { user, link } = await createUser(dependencies, administrator, request, context);
      return createdUserAnswer(user, link);
    },
  });
}

/** Without `credentials: 'administration'`: it answers after a sign-in of any age. */
function readMe({ users }: UserApiDependencies, path: string) {
  return defineRoute<ApiCaller, undefined>({
    method: 'get',
    path: `${path}/me`,
    operationId: 'readSignedInUser',
    summary: 'The user who is signed in',
    description:
      'Takes an access token of the console or the command line. API keys and access tokens of apps are refused (403).',
    access: 'authenticated',
    responses: { 200: { description: 'The user.', schema: 'UserAnswer' } },
    handle: async ({ principal }) => userAnswer(await readSignedInUser(users, principal)),
  });
}

function administratorOf(caller: ApiCaller): Administrator {
  const { organizationId, roles: held } = caller;
  return { actor: actorOf(caller), bounds: { organizationId, roles: held } };
}
