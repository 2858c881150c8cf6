import { roles } from '@app-platform/contracts';
import { defineRoute, type Route, type RouteRequest } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { availableAppJson } from './available-app.ts';
import { type AppReference, findAppVersion, refuseUnlessOwner } from './find-app-version.ts';
import { generateSecret } from './generate-secret.ts';
import { visibilityOf, visibilityParameter } from './name-parameters.ts';
import { type SecretOptions, secretContract } from './secret-options.ts';
import type { SecretRecord } from './secret-store.ts';

const secretBody = secretContract(
  'How long the current secret stays valid, in seconds. Earlier ones keep their ends. 0, or left out: all earlier secrets end at once.',
);

const parameters = [
  {
    name: 'app',
    in: 'path',
    description: "The app's name (for a private app `<app>_<orgId>`), or `<name>-<version>`.",
    schema: { type: 'string' },
  },
  visibilityParameter,
] as const;

/** The client secrets of an app. */
export function secretRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [generate(dependencies), list(dependencies)];
}

function generate({ database, clock }: Dependencies) {
  return defineRoute<Principal, SecretOptions>({
    method: 'post',
    path: '/v1/apps/available/{app}/secret',
    operationId: 'generateSecret',
    summary: 'Generate a client secret, in place of the one before',
    description:
      'The secret is in this answer and nowhere else; only its digest is kept. At most 20 secrets of an app are valid at once.',
    access: { all: [roles.apps, roles.appPermissions] },
    credentials: 'first_party',
    limit: 'secrets',
    parameters,
    body: secretBody,
    responses: { 200: { description: 'Generated.', schema: 'AvailableAppAnswer' } },
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
      return { status: 200, json: `{"data":${availableAppJson(version, { clientSecret })}}` };
    },
  });
}

function list({ database, clock }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/available/{app}/secrets',
    operationId: 'listSecrets',
    summary: 'The client secrets of an own app that are valid',
    description: 'When each was generated, and when it ends. The secrets themselves are not kept.',
    access: { all: [roles.apps] },
    parameters,
    responses: { 200: { description: 'The latest first.', schema: 'ClientSecretList' } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async (request) => {
      const app = await findAppVersion(database, request.principal, referenceOf(request));
      refuseUnlessOwner(app, request.principal);
      const found = await database.secrets.list(app.appId, clock());
      return { status: 200, body: { data: found.map(secretRecord) } };
    },
  });
}

function referenceOf({ parameters }: RouteRequest<Principal, unknown>): AppReference {
  return {
    text: String(parameters.app),
    visibility: visibilityOf(parameters),
    source: { parameter: 'app' },
  };
}

function secretRecord({ id, createdAt, endsAt }: SecretRecord) {
  const attributes = {
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  };
  return { type: 'client_secret', id, attributes };
}
