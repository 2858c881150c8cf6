import { randomUUID } from 'node:crypto';
import { problem, roles } from '@app-platform/contracts';
import {
  AppError,
  credentialDigest,
  type JsonText,
  optionalBody,
  type ParametersOf,
  parameter,
  type RequestContext,
  type Route,
} from '@app-platform/http-api';
import {
  component,
  list as listOf,
  record,
  response,
  time,
  timeOrNull,
} from '@app-platform/http-api/schemas';
import type { Clock } from '@app-platform/runtime';
import { type Static, Type } from '@sinclair/typebox';
import type { AuditStores } from '../../audit/audit-store.ts';
import { credentialPrefixes, newCredential } from '../../authentication/credential.ts';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { Database } from '../../database/database.ts';
import type { EventStores } from '../../events/event-store.ts';
import type { AppStores } from '../app-name-store.ts';
import type { AppVersion } from '../app-store.ts';
import { AvailableAppResponse, availableAppJson } from '../available-app.ts';
import {
  type AppReference,
  findAppVersion,
  refuseUnlessOwner,
  visibilityParameter,
} from '../find-app-version.ts';
import type { SecretRecord, SecretStore } from './secret-store.ts';

/** The longest overlap of a replaced secret: one day. */
const MOST_OVERLAP_SECONDS = 86_400;

/**
 * The body of a request for a new secret. The specification sends an empty JSON object; no body means
 * the same.
 * @param overlapSeconds the description of the field
 */
export function secretOptions(overlapSeconds: string) {
  const field = Type.Integer({
    description: overlapSeconds,
    minimum: 0,
    maximum: MOST_OVERLAP_SECONDS,
  });
  return optionalBody(
    Type.Object({ overlapSeconds: Type.Optional(field) }, { additionalProperties: false }),
  );
}

const ClientSecret = component(
  'ClientSecret',
  record(
    'client_secret',
    Type.Object({
      createdAt: time('When it was generated.'),
      endsAt: timeOrNull('Until when it is valid; null for the current one.'),
    }),
  ),
);
const ClientSecretList = component(
  'ClientSecretList',
  response(listOf(ClientSecret, 'At most 20, the latest first.')),
);

const secretBody = secretOptions(
  'How long the current secret stays valid, in seconds. Earlier ones keep their ends. 0, or left out: all earlier secrets end at once.',
);

const parameters = [
  parameter(
    'app',
    'path',
    Type.String(),
    "The app's name (for a private app `<app>_<orgId>`), or `<name>-<version>`.",
  ),
  visibilityParameter,
] as const;

/** The client secrets of an app. */
export function secretRoutes(dependencies: SecretDependencies): Route<Principal>[] {
  return [generate(dependencies), list(dependencies)];
}

function generate({ database, clock }: SecretDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/apps/available/{app}/secret',
    operationId: 'generateSecret',
    summary: 'Generate a client secret, in place of the one before',
    description:
      'The secret is in this answer and nowhere else; only its digest is kept. At most 20 secrets of an app are valid at once.',
    access: { all: [roles.apps, roles.appPermissions] },
    credentials: 'first_party',
    invalidates: ['client_secret'],
    limit: 'secrets',
    parameters,
    body: secretBody,
    responses: { 200: { description: 'Generated.', schema: AvailableAppResponse } },
    refusals: [
      'invalid_body',
      'invalid_parameter',
      'not_found',
      'ambiguous_app',
      'too_many_secrets',
    ],
    handle: async (request) => {
      const { version, clientSecret } = await generateSecret(
        { database, clock },
        request.principal,
        referenceOf(request),
        request.body.overlapSeconds ?? 0,
        request.context,
      );
      const json = `{"data":${availableAppJson(version, { clientSecret })}}`;
      return { status: 200, json: json as JsonText<AvailableAppResponse> };
    },
  });
}

function list({ database, clock }: SecretDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/available/{app}/secrets',
    operationId: 'listSecrets',
    summary: 'The client secrets of an own app that are valid',
    description: 'When each was generated, and when it ends. The secrets themselves are not kept.',
    access: { all: [roles.apps] },
    parameters,
    responses: { 200: { description: 'The latest first.', schema: ClientSecretList } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async (request) => {
      const app = await findAppVersion(database, request.principal, referenceOf(request));
      refuseUnlessOwner(app, request.principal);
      const found = await database.secrets.list(app.appId, clock());
      return { status: 200, body: { data: found.map(secretRecord) } };
    },
  });
}

function referenceOf({
  parameters: { app, visibility },
}: {
  parameters: ParametersOf<typeof parameters>;
}): AppReference {
  return { text: app, visibility, source: { parameter: 'app' } };
}

function secretRecord({ id, ...attributes }: SecretRecord): Static<typeof ClientSecret> {
  return { type: 'client_secret', id, attributes };
}

/** Without a bound, every token request of the app would read and compare ever more digests. */
const MOST_SECRETS = 20;

export type SecretDependencies = {
  database: Database<AppStores & AuditStores & EventStores & { secrets: SecretStore }>;
  clock: Clock;
};

/**
 * Generates a client secret for an app. It replaces the current one at once, or after an overlap.
 * @param overlapSeconds how long the current secret stays valid, so that an app can be switched over;
 *   earlier ones keep their ends. 0: all earlier secrets end now
 * @returns the secret, which cannot be had again, and the version whose record goes with it
 * @throws AppError `not_found`, `forbidden` for an app of another organization, `too_many_secrets`
 */
async function generateSecret(
  { database, clock }: SecretDependencies,
  principal: Principal,
  app: AppReference,
  overlapSeconds: number,
  context: RequestContext,
): Promise<{ version: AppVersion; clientSecret: string }> {
  const clientSecret = newCredential(credentialPrefixes.clientSecret);
  const createdAt = clock();
  const previousEndsAt =
    overlapSeconds > 0 ? new Date(createdAt.getTime() + overlapSeconds * 1000) : null;
  const version = await database.transaction(async (stores) => {
    const found = await findAppVersion(stores, principal, app);
    refuseUnlessOwner(found, principal);
    await stores.apps.lock([found.name]);
    const secret = { id: randomUUID(), digest: credentialDigest(clientSecret), createdAt };
    if (previousEndsAt) refuseTooMany(await stores.secrets.list(found.appId, createdAt));
    await stores.secrets.replace(found.appId, secret, previousEndsAt);
    await stores.audit.record({
      actor: principal,
      action: 'client_secret.generated',
      subject: found.name,
      organizationId: principal.organizationId,
      context,
      after: { secretId: secret.id, overlapSeconds },
    });
    await stores.events.append({
      type: 'app.secret_rotated',
      appId: found.appId,
      app: found.name,
      version: found.version,
      organizationId: principal.organizationId,
      at: createdAt,
      data: { overlapSeconds },
    });
    return found;
  });
  return { version, clientSecret };
}

function refuseTooMany(secrets: readonly SecretRecord[]): void {
  if (secrets.length < MOST_SECRETS) return;
  const ends = secrets.flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  const first = new Date(Math.min(...ends)).toISOString();
  const detail = `${secrets.length} secrets of this app are valid, and there may be no more. The first of them ends at ${first}. Try again then, or leave overlapSeconds out, which ends all earlier secrets at once.`;
  throw new AppError(problem('too_many_secrets', detail));
}
