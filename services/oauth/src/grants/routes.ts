import {
  appNamePattern,
  type ClientRecord,
  firstPartyClients,
  isFirstPartyClient,
  problem,
  resourceName,
  resourceNames,
  roles,
} from '@app-platform/contracts';
import {
  AppError,
  type ParametersOf,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
} from '@app-platform/http-api';
import {
  choice,
  component,
  integer,
  list as listOf,
  page as pageOfRecords,
  record,
  text,
  time,
  timeOrNull,
} from '@app-platform/http-api/schemas';
import type { Clock } from '@app-platform/runtime';
import { pageOf } from '@app-platform/runtime/database';
import { type Static, Type } from '@sinclair/typebox';
import { type ApiCaller, actorOf, defineRoute } from '../authentication/api-caller.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { concernFilter } from './concerns.ts';
import { type EndGrantsDependencies, endGrant, endGrants } from './end-grants.ts';
import {
  type GrantConcern,
  type GrantCursor,
  grantConcerns,
  MOST_CLIENTS,
  type OrganizationGrant,
} from './organization-grant-store.ts';
import { AppOrNull, appOf, UserReference } from './record-parts.ts';

export type GrantRouteDependencies = EndGrantsDependencies & {
  registry: RegistryClient;
  clock: Clock;
  /** The registry's public address. */
  audience: string;
};

const access = { all: [roles.users] };
const path = '/v1/grants';
/** An email address and a grant. */
const CURSOR = /^[^\s@]{1,320}@[^\s@]{1,320} [\w-]{43}$/;

const Grant = component(
  'Grant',
  record(
    'grant',
    Type.Object({
      user: UserReference,
      app: AppOrNull,
      clientId: text('The client id of the app.'),
      scopes: listOf(Type.String(), 'What the app may do.'),
      resource: choice(resourceNames, "For the registry's API, or for its MCP server."),
      grantedAt: time('When it was given.'),
      lastUsedAt: timeOrNull('When tokens were last issued for it; null where it has none.'),
    }),
  ),
);
const GrantPage = component('GrantPage', pageOfRecords(Grant));

const EndedGrants = component(
  'EndedGrants',
  Type.Object({ meta: Type.Object({ ended: integer('How many grants have ended.') }) }),
);

const filters = [
  parameter(
    'user',
    'query',
    Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
    'The id of a user.',
  ),
  parameter(
    'app',
    'query',
    Type.String({ pattern: appNamePattern }),
    "The name of an app, with or without the organization's suffix.",
  ),
  parameter(
    'client',
    'query',
    Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' }),
    'The client id of an app, at most 128 visible ASCII characters. It is exact where a name means two apps.',
  ),
  parameter(
    'kind',
    'query',
    Type.Unsafe<'app' | 'first_party'>({ type: 'string', enum: ['app', 'first_party'] }),
    `\`app\`: only grants to apps. \`first_party\`: only those to ${firstPartyClients.map((client) => `\`${client}\``).join(' and ')}, one for each sign-in.`,
  ),
] as const;

const concernParameter = parameter(
  'concern',
  'query',
  Type.Unsafe<GrantConcern>({ type: 'string', enum: [...grantConcerns] }),
  `Only those that deserve a look. \`wide\`: with \`org\`, \`org.admin\` or \`org.permission\` as a whole. \`unused\`: for 90 days. \`administrator\`: of a user with a role of administrators. \`unverified\`: to an app of a publisher that the operator has not verified, and that is not your organization; of the first ${MOST_CLIENTS} apps.`,
);

/** The public API for the grants of an organization's users. */
export function grantRoutes(dependencies: GrantRouteDependencies): Route<ApiCaller>[] {
  return [list(dependencies), endOne(dependencies), endMany(dependencies)];
}

function list({ database, registry, clock, audience }: GrantRouteDependencies) {
  return defineRoute({
    method: 'get',
    path,
    operationId: 'listGrants',
    summary: 'What users have granted to apps, by email address',
    access,
    credentials: 'administration',
    parameters: [...filters, concernParameter, ...pageParameters],
    responses: { 200: { description: 'A page.', schema: GrantPage } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters }) => {
      const { size, after } = readPage(parameters, CURSOR);
      const cursor = after === undefined ? undefined : cursorOf(after);
      const page = { size, after: cursor, now: clock(), audience };
      const concern = await concernFilter({ database, registry }, principal, parameters.concern);
      const filter = { ...(await filterOf(registry, principal, parameters)), ...concern.filter };
      const found = await database.grants.list(filter, page);
      const entries = pageOf(found, size, ({ email, id }) => `${email} ${id}`);
      const clients =
        concern.clients ??
        (await registry.findClients(entries.entries.map(({ clientId }) => clientId)));
      const body = pageResponse(entries, (grant) =>
        grantRecord(grant, clients.get(grant.clientId), audience),
      );
      return { status: 200, body };
    },
  });
}

function endOne(dependencies: GrantRouteDependencies) {
  return defineRoute({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'endGrant',
    summary: 'End a grant and its tokens',
    access,
    credentials: 'administration',
    parameters: [
      parameter(
        'id',
        'path',
        Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
        "The grant's id: the 43 characters that the list of grants has.",
      ),
    ],
    responses: { 204: { description: 'Ended.' } },
    refusals: ['not_found'],
    handle: async ({ principal, parameters, context }) => {
      const { organizationId } = principal;
      const grant = { organizationId, grantId: parameters.id };
      await endGrant(dependencies, grant, actorOf(principal), context);
      return { status: 204 };
    },
  });
}

function endMany(dependencies: GrantRouteDependencies) {
  return defineRoute({
    method: 'delete',
    path,
    operationId: 'endGrants',
    summary: 'End all grants of a user, of an app, or of a user to an app',
    access,
    credentials: 'administration',
    parameters: filters,
    responses: { 200: { description: 'Ended.', schema: EndedGrants } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters, context }) => {
      const filter = await filterOf(dependencies.registry, principal, parameters);
      if (filter.userId === null && filter.clientId === null) throw neitherGiven();
      const ended = await endGrants(dependencies, filter, actorOf(principal), context);
      return { status: 200, body: { meta: { ended } } };
    },
  });
}

function neitherGiven(): AppError {
  const detail = "Say whose grants end: give 'user', 'app' or 'client'.";
  return new AppError(problem('invalid_parameter', detail, { parameter: 'user' }));
}

type Filters = ParametersOf<typeof filters>;

async function filterOf(
  registry: RegistryClient,
  { organizationId }: ApiCaller,
  parameters: Filters,
) {
  const { user, kind } = parameters;
  return {
    organizationId,
    userId: user ?? null,
    clientId: await clientIdOf(registry, organizationId, parameters),
    isFirstParty: kind === undefined ? null : kind === 'first_party',
  };
}

/** @returns null for grants to all apps */
async function clientIdOf(
  registry: RegistryClient,
  organizationId: string,
  { app, client }: Filters,
): Promise<string | null> {
  if (app === undefined) return client ?? null;
  if (client === undefined) return clientNamed(registry, organizationId, app);
  const detail = "Name the app once: give 'app' or 'client'.";
  throw new AppError(problem('invalid_parameter', detail, { parameter: 'client' }));
}

/** @throws AppError `not_found` or `ambiguous_app` for the name of an app */
async function clientNamed(
  registry: RegistryClient,
  organizationId: string,
  app: string,
): Promise<string> {
  if (isFirstPartyClient(app)) return app;
  const [clientId, ...others] = await registry.findClientIds(organizationId, app);
  const source = { parameter: 'app' };
  if (clientId === undefined) {
    throw new AppError(problem('not_found', `There is no app '${app}'.`, source));
  }
  if (others.length > 0) {
    const detail = `'${app}' is an app of yours and a public app. Name yours as '${app}_${organizationId}', or give the client id.`;
    throw new AppError(problem('ambiguous_app', detail, source));
  }
  return clientId;
}

function cursorOf(after: string): GrantCursor {
  const [email = '', grantId = ''] = after.split(' ');
  return { email, grantId };
}

function grantRecord(
  { id, userId, email, ...grant }: OrganizationGrant,
  client: ClientRecord | undefined,
  audience: string,
): Static<typeof Grant> {
  const app = appOf(grant.clientId, client);
  const resource = resourceName(grant.resource, audience) ?? 'api';
  const user = { id: userId, email };
  return { type: 'grant', id, attributes: { user, app, ...grant, resource } };
}
