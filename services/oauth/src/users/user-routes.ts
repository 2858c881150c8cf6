import { PersonName, type RoleRequirement } from '@app-platform/contracts';
import { parameter, type Route, type RouteRequest, routesFor } from '@app-platform/http-api';
import { Type } from '@sinclair/typebox';
import { type Administrator, requireOwn } from './administrator.ts';
import {
  changeUser,
  deleteUser,
  disableUser,
  enableUser,
  endSessions,
  type UserCommand,
} from './change-user.ts';
import { createPasswordLink, type PasswordLinkDependencies } from './create-user.ts';
import {
  Password,
  PasswordLinkResponse,
  Roles,
  UserResponse,
  userResponse,
} from './user-record.ts';

const UserChange = Type.Object(
  {
    name: Type.Optional(
      Type.Union([PersonName, Type.Null()], { description: 'The name; null removes it.' }),
    ),
    roles: Type.Optional(Roles),
    password: Type.Optional(Password),
  },
  { minProperties: 1, additionalProperties: false },
);

const END_SESSIONS = 'Sign a user out of all browsers, the console and the command line';

const id = parameter(
  'id',
  'path',
  Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  "The user's id.",
);

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
  return routesFor<Principal>()({
    method: 'get',
    path: `${path}/{id}`,
    operationId: 'readUser',
    summary: 'A user of the organization',
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    responses: { 200: { description: 'The user.', schema: UserResponse } },
    refusals: ['not_found'],
    handle: async ({ principal, parameters }) => {
      const user = await dependencies.database.users.find(parameters.id);
      requireOwn(administratorOf(principal), user);
      return { status: 200, body: userResponse(user) };
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
  return routesFor<Principal>()({
    method: 'patch',
    path: `${path}/{id}`,
    operationId: 'changeUser',
    summary: 'Change the name or the roles of a user, or set a password',
    description:
      'Nobody grants a role that they do not hold. A removed role ends the access tokens that have it. A new password ends all access.',
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    body: UserChange,
    responses: { 200: { description: 'Changed.', schema: UserResponse } },
    refusals: ['not_found', 'invalid_body', 'last_administrator', 'signs_in_upstream'],
    handle: async (request) => {
      const command = commandOf(request, administratorOf);
      const user = await changeUser(dependencies, command, request.body);
      return { status: 200, body: userResponse(user) };
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
  return routesFor<Principal>()({
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
  return routesFor<Principal>()({
    method: 'post',
    path: `${path}/{id}/${name}`,
    operationId,
    summary,
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    responses: { 200: { description: 'Done.', schema: UserResponse } },
    refusals: ['not_found', ...(name === 'disable' ? (['last_administrator'] as const) : [])],
    handle: async (request) => {
      const user = await act(dependencies, commandOf(request, administratorOf));
      return { status: 200, body: userResponse(user) };
    },
  });
}

function resetLink<Principal>({
  path,
  access,
  credentials,
  administratorOf,
  dependencies,
}: Group<Principal>) {
  return routesFor<Principal>()({
    method: 'post',
    path: `${path}/{id}/reset-link`,
    operationId: 'createPasswordLink',
    summary: 'Create a link by which the user sets a password, once',
    description:
      "It replaces the link before, and is valid for 24 hours, or for 72 hours where the user has not set a password yet. It ends earlier when the user's roles, password or state change, or its maker may no longer make it.",
    access,
    ...(credentials && { credentials }),
    parameters: [id],
    responses: { 201: { description: 'Created.', schema: PasswordLinkResponse } },
    refusals: ['not_found', 'signs_in_upstream'],
    handle: async (request) => {
      const command = commandOf(request, administratorOf);
      return { status: 201, body: { data: await createPasswordLink(dependencies, command) } };
    },
  });
}

function commandOf<Principal>(
  { principal, parameters, context }: RouteRequest<Principal, unknown, { id: string }>,
  administratorOf: UserRouteGroup<Principal>['administratorOf'],
): UserCommand {
  return { administrator: administratorOf(principal), id: parameters.id, context };
}
