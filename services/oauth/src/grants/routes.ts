import {
  type ClientRecord,
  firstPartyClients,
  isFirstPartyClient,
  problem,
  roles,
} from '@app-platform/contracts';
import {
  AppError,
  defineRoute,
  type Parameter,
  pageAnswer,
  pageParameters,
  type Route,
  readPage,
} from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { pageOf } from '@app-platform/runtime/database';
import { type ApiCaller, actorOf } from '../api/api-caller.ts';
import { appAnswer } from '../api/app-answer.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { type EndGrantsDependencies, endGrant, endGrants } from './end-grants.ts';
import type { GrantCursor, OrganizationGrant } from './organization-grant-store.ts';

export type GrantRouteDependencies = EndGrantsDependencies & {
  registry: RegistryClient;
  clock: Clock;
};

const access = { all: [roles.users] };
const path = '/v1/grants';
/** An email address and a grant. */
const CURSOR = /^[^\s@]{1,320}@[^\s@]{1,320} [\w-]{43}$/;

const filters: Parameter[] = [
  {
    name: 'user',
    in: 'query',
    description: 'The id of a user.',
    schema: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
  },
  {
    name: 'app',
    in: 'query',
    description: "The name of an app, with or without the organization's suffix.",
    schema: { type: 'string', pattern: '^\\w{1,160}$' },
  },
  {
    name: 'client',
    in: 'query',
    description: 'The client id of an app, which is exact where a name means two apps.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
  },
  {
    name: 'kind',
    in: 'query',
    description: `\`app\`: only grants to apps. \`first_party\`: only those to ${firstPartyClients.map((client) => `\`${client}\``).join(' and ')}, one for each sign-in.`,
    schema: { type: 'string', enum: ['app', 'first_party'] },
  },
];

/** The public API for what the users of an organization have granted to apps. */
export function grantRoutes(dependencies: GrantRouteDependencies): Route<ApiCaller>[] {
  return [list(dependencies), endOne(dependencies), endMany(dependencies)];
}

function list({ grants, registry, clock }: GrantRouteDependencies) {
  return defineRoute<ApiCaller, undefined>({
    method: 'get',
    path,
    operationId: 'listGrants',
    summary: 'What users have granted to apps, by email address',
    access,
    credentials: 'administration',
    parameters: [...filters, ...pageParameters],
    responses: { 200: { description: 'A page.', schema: 'GrantPage' } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters }) => {
      const { size, after } = readPage(parameters, CURSOR);
      const page = { size, after: after === undefined ? undefined : cursorOf(after), now: clock() };
      const filter = await filterOf(registry, principal, parameters);
      const found = await grants.list(filter, page);
      const entries = pageOf(found, size, ({ email, id }) => `${email} ${id}`);
      const clients = await registry.findClients(entries.entries.map(({ clientId }) => clientId));
      const body = pageAnswer(entries, (grant) => grantData(grant, clients.get(grant.clientId)));
      return { status: 200, body };
    },
  });
}

function endOne(dependencies: GrantRouteDependencies) {
  return defineRoute<ApiCaller, undefined>({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'endGrant',
    summary: 'End a grant and its tokens',
    access,
    credentials: 'administration',
    parameters: [
      {
        name: 'id',
        in: 'path',
        description: "The grant's id.",
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
      },
    ],
    responses: { 204: { description: 'Ended.' } },
    refusals: ['not_found'],
    handle: async ({ principal, parameters, context }) => {
      const { organizationId } = principal;
      const grant = { organizationId, grantId: String(parameters.id) };
      await endGrant(dependencies, grant, actorOf(principal), context);
      return { status: 204 };
    },
  });
}

function endMany(dependencies: GrantRouteDependencies) {
  return defineRoute<ApiCaller, undefined>({
    method: 'delete',
    path,
    operationId: 'endGrants',
    summary: 'End all grants of a user, of an app, or of a user to an app',
    access,
    credentials: 'administration',
    parameters: filters,
    responses: { 200: { description: 'Ended.', schema: 'EndedGrants' } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters, context }) => {
      const filter = await filterOf(dependencies.registry, principal, parameters);
      if (filter.userId === null && filter.clientId === null) throw neitherGiven();
      const all = { ...filter, grantId: null };
      const ended = await endGrants(dependencies, all, actorOf(principal), context);
      return { status: 200, body: { meta: { ended } } };
    },
  });
}

function neitherGiven(): AppError {
  const detail = "Say whose grants end: give 'user', 'app' or 'client'.";
  return new AppError(problem('invalid_parameter', detail, { parameter: 'user' }));
}

type Parameters = Record<string, string | number | undefined>;

async function filterOf(
  registry: RegistryClient,
  { organizationId }: ApiCaller,
  parameters: Parameters,
) {
  const { user, kind } = parameters;
  return {
    organizationId,
    userId: user === undefined ? null : String(user),
    clientId: await clientIdOf(registry, organizationId, parameters),
    isFirstParty: kind === undefined ? null : kind === 'first_party',
  };
}

/** @returns null for grants to all apps */
async function clientIdOf(
  registry: RegistryClient,
  organizationId: string,
  { app, client }: Parameters,
): Promise<string | null> {
  if (app === undefined) return client === undefined ? null : String(client);
  if (client === undefined) return clientNamed(registry, organizationId, String(app));
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

function grantData(
  { id, userId, email, ...grant }: OrganizationGrant,
  client: ClientRecord | undefined,
) {
  const grantedAt = grant.grantedAt.toISOString();
  const lastUsedAt = grant.lastUsedAt.toISOString();
  const app = appAnswer(grant.clientId, client);
  const user = { id: userId, email };
  return { type: 'grant', id, attributes: { user, app, ...grant, grantedAt, lastUsedAt } };
}
