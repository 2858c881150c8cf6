import { type DefinitionPatch, validatePatch } from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import {
  type BodyContract,
  defineRoute,
  idempotencyKeyParameter,
  type Route,
} from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { availableAppAnswer, availableAppJson } from './available-app.ts';
import { definitionContract } from './definition-contract.ts';
import { generateSecret } from './generate-secret.ts';
import { appVersionParameter, visibilityOf, visibilityParameter } from './name-parameters.ts';
import { registerApp } from './register-app.ts';
import type { Registration } from './registration.ts';
import { type SecretOptions, secretContract } from './secret-options.ts';
import { updateDescription } from './update-description.ts';

const patchContract: BodyContract<DefinitionPatch> = {
  schema: 'AppUpdate',
  parse: (body) => {
    const result = validatePatch(body);
    return result.ok ? { ok: true, value: result.patch } : { ok: false, problems: result.errors };
  },
};

const secretBody = secretContract(
  'How long the secret before stays valid, in seconds. 0, or left out: it ends at once.',
);

/** Changes of apps: registration, description, secrets. */
export function appRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    register(dependencies),
    describe(dependencies, 'patch'),
    describe(dependencies, 'post'),
    secret(dependencies),
  ];
}

function register(dependencies: Dependencies) {
  return defineRoute<Principal, Registration>({
    method: 'post',
    path: '/v1/apps/available',
    operationId: 'registerApp',
    summary: 'Register an app, or a new version of it',
    access: { all: [roles.apps] },
    credentials: 'app',
    limit: 'registrations',
    parameters: [idempotencyKeyParameter],
    body: definitionContract,
    responses: { 201: { description: 'Registered.', schema: 'AvailableAppAnswer' } },
    refusals: [
      'invalid_definition',
      'identifier_changed',
      'publisher_not_verified',
      'duplicate',
      'reserved_name',
      'confusable_name',
      'idempotency_key_reused',
    ],
    handle: async ({ principal, parameters, body, context }) => {
      const key = parameters[idempotencyKeyParameter.name];
      const registration = { ...body, ...(key !== undefined && { idempotencyKey: String(key) }) };
      const json = await registerApp(dependencies, principal, registration, context);
      return { status: 201, json };
    },
  });
}

function describe({ database, clock }: Dependencies, method: 'patch' | 'post') {
  return defineRoute<Principal, DefinitionPatch>({
    method,
    path: '/v1/apps/available/{appVersion}',
    operationId: method === 'patch' ? 'updateApp' : 'updateAppByPost',
    summary: 'Change fields that describe a version, without a new version',
    access: { all: [roles.apps] },
    credentials: 'app',
    parameters: [appVersionParameter, visibilityParameter],
    body: patchContract,
    responses: { 200: { description: 'Changed.', schema: 'AvailableAppAnswer' } },
    refusals: ['invalid_definition', 'invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters, body, context }) => {
      const app = {
        text: String(parameters.appVersion),
        visibility: visibilityOf(parameters),
        source: { parameter: 'appVersion' },
      };
      const dependencies = { database, clock };
      const changed = await updateDescription(dependencies, principal, app, body, context);
      return { status: 200, json: availableAppAnswer(changed.version, changed.warnings) };
    },
  });
}

function secret({ database, clock }: Dependencies) {
  return defineRoute<Principal, SecretOptions>({
    method: 'post',
    path: '/v1/apps/available/{app}/secret',
    operationId: 'generateSecret',
    summary: 'Generate a client secret, in place of the one before',
    description: 'The secret is in this answer and nowhere else; only its digest is kept.',
    access: { all: [roles.apps, roles.appPermissions] },
    credentials: 'first_party',
    limit: 'secrets',
    parameters: [
      {
        name: 'app',
        in: 'path',
        description: "The app's name (for a private app `<app>_<orgId>`), or `<name>-<version>`.",
        schema: { type: 'string' },
      },
      visibilityParameter,
    ],
    body: secretBody,
    responses: { 200: { description: 'Generated.', schema: 'AvailableAppAnswer' } },
    refusals: ['invalid_body', 'invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters, body, context }) => {
      const app = {
        text: String(parameters.app),
        visibility: visibilityOf(parameters),
        source: { parameter: 'app' },
      };
      const { version, clientSecret } = await generateSecret(
        { database, clock },
        principal,
        app,
        body.overlapSeconds ?? 0,
        context,
      );
      return { status: 200, json: `{"data":${availableAppJson(version, { clientSecret })}}` };
    },
  });
}
