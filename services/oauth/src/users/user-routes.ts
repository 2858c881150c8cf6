import type {
  PasswordLinkRecord,
  RoleRequirement,
  UserChange,
  UserRecord,
} from '@app-platform/contracts';
import {
  defineRoute,
  type Parameter,
  type Route,
  type RouteRequest,
  schemaContract,
} from '@app-platform/http-api';
import { type Administrator, requireOwn } from './administrator.ts';
import {
  changeUser,
  deleteUser,
  disableUser,
  enableUser,
  endSessions,
  type UserCommand,
} from './change-user.ts';
import { createPasswordLink, type PasswordLinkDependencies } from './password-links.ts';
import { passwordSchema, rolesSchema } from './user-schemas.ts';

const changeContract = schemaContract<UserChange>({
  type: 'object',
  properties: { roles: rolesSchema, password: passwordSchema },
  minProperties: 1,
  additionalProperties: false,
});

const END_SESSIONS = 'Sign a user out of all browsers, the console and the command line';

const id: Parameter = {
  name: 'id',
  in: 'path',
  description: "The user's id.",
  schema: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
};

/** Where the operations on one user are served, and for whom. */
export type UserRouteGroup<Principal> = {
  /** `/v1/users` or `/internal/users` */
  path: string;
  access: RoleRequirement;
  credentials?: 'administration';
  administratorOf(principal: Principal): Administrator;
};

type Group<Principal> = UserRouteGroup<Principal> & { dependencies: PasswordLinkDependencies };

/** The operations on one user, for administrators and for the operator. */
export function userRoutes<Principal>(
  dependencies: PasswordLinkDependencies,
  routes: UserRouteGroup<Principal>,
): Route<Principal>[] {
  const group = { ...routes, dependencies };
  return [
    read(group),
    change(group),
    remove(group),
    action(group, 'disable', 'disableUser', 'Disable a user, which ends all access', disableUser),
    action(group, 'enable', 'enableUser', 'Let a disabled user sign in again', enableUser),
    action(group, 'end-sessions', 'endSessions', END_SESSIONS, endSessions),
    resetLink(group),
  ];
}

function read<Principal>({
  path,
  access,
  credentials,
  administratorOf,
  dependencies,
}: Group<Principal>) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: `${path}/{id}`,
    operationId: 'readUser',
    summary: 'A user of the organization',
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    responses: { 200: { description: 'The user.', schema: 'UserAnswer' } },
    refusals: ['not_found'],
    handle: async ({ principal, parameters }) => {
      const user = await dependencies.users.find(String(parameters.id));
      requireOwn(administratorOf(principal), user);
      return userAnswer(user);
    },
  });
}

function change<Principal>({
  path,
  access,
  credentials,
  administratorOf,
  dependencies,
}: Group<Principal>) {
  return defineRoute<Principal, UserChange>({
    method: 'patch',
    path: `${path}/{id}`,
    operationId: 'changeUser',
    summary: 'Change the roles of a user, or set a password',
    description:
      'Nobody grants a role that they do not hold. A removed role ends the access tokens that have it. A new password ends all access.',
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    body: changeContract,
    responses: { 200: { description: 'Changed.', schema: 'UserAnswer' } },
    refusals: ['not_found', 'invalid_body', 'last_administrator', 'signs_in_upstream'],
    handle: async (request) => {
      const command = commandOf(request, administratorOf);
      return userAnswer(await changeUser(dependencies, command, request.body));
    },
  });
}

function remove<Principal>({
  path,
  access,
  credentials,
  administratorOf,
  dependencies,
}: Group<Principal>) {
  return defineRoute<Principal, undefined>({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'deleteUser',
    summary: 'Delete a user, and all that they have',
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    responses: { 204: { description: 'Deleted.' } },
    refusals: ['not_found', 'last_administrator'],
    handle: async (request) => {
      await deleteUser(dependencies, commandOf(request, administratorOf));
      return { status: 204 };
    },
  });
}

function action<Principal>(
  { path, access, credentials, administratorOf, dependencies }: Group<Principal>,
  name: string,
  operationId: string,
  summary: string,
  act: typeof disableUser,
) {
  return defineRoute<Principal, undefined>({
    method: 'post',
    path: `${path}/{id}/${name}`,
    operationId,
    summary,
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    responses: { 200: { description: 'Done.', schema: 'UserAnswer' } },
    refusals: ['not_found', ...(name === 'disable' ? (['last_administrator'] as const) : [])],
    handle: async (request) =>
      userAnswer(await act(dependencies, commandOf(request, administratorOf))),
  });
}

function resetLink<Principal>({
  path,
  access,
  credentials,
  administratorOf,
  dependencies,
}: Group<Principal>) {
  return defineRoute<Principal, undefined>({
    method: 'post',
    path: `${path}/{id}/reset-link`,
    operationId: 'createPasswordLink',
    summary: 'Create a link by which the user sets a password, once',
    description:
      "It replaces the link before, and is valid for 24 hours, or for 72 hours where the user has not set a password yet. It ends earlier when the user's roles, password or state change, or its maker may no longer make it.",
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    responses: { 201: { description: 'Created.', schema: 'PasswordLinkAnswer' } },
    refusals: ['not_found', 'signs_in_upstream'],
    handle: async (request) => {
      const command = commandOf(request, administratorOf);
      return { status: 201, body: { data: await createPasswordLink(dependencies, command) } };
    },
  });
}

function commandOf<Principal>(
  { principal, parameters, context }: RouteRequest<Principal, unknown>,
  administratorOf: UserRouteGroup<Principal>['administratorOf'],
): UserCommand {
  return { administrator: administratorOf(principal), id: String(parameters.id), context };
}

/** A user in an answer, in the form of the registry's records. */
export function userData({ id: userId, ...attributes }: UserRecord) {
  return { type: 'user', id: userId, attributes };
}

export function createdUserAnswer(user: UserRecord, link: PasswordLinkRecord | undefined) {
  const body = { data: userData(user), ...(link && { meta: { passwordLink: link } }) };
  return { status: 201, body };
}

export function userAnswer(user: UserRecord) {
  return { status: 200, body: { data: userData(user) } };
}
