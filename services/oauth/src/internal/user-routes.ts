import { type NewUser, problem } from '@app-platform/contracts';
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
    summary: 'The users of an organization by email address, or the one with an address',
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
        description: 'The whole address.',
        schema: emailSchema as never,
      },
      queryParameter,
      ...pageParameters,
    ],
    responses: { 200: { description: 'A page.' } },
    handle: async ({ parameters }) => {
      const { organizationId: id, email, query } = parameters;
      const page = readPage(parameters, pageKeys.email);
      const found =
        email === undefined
          ? await users.list({
              organizationId: requireGiven(id),
              query: query === undefined ? undefined : String(query),
              ...page,
            })
          : [(await users.findByEmail(String(email).toLowerCase())) ?? []].flat();
      return { status: 200, body: pageAnswer(pageOf(found, page.size, emailOf), userData) };
    },
  });
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
