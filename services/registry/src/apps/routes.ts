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
import { availableAppAnswer } from './available-app.ts';
import { definitionContract } from './definition-contract.ts';
import { appVersionParameter, visibilityOf, visibilityParameter } from './name-parameters.ts';
import { registerApp } from './register-app.ts';
import type { Registration } from './registration.ts';
import { secretRoutes } from './secret-routes.ts';
import { updateDescription } from './update-description.ts';

const patchContract: BodyContract<DefinitionPatch> = {
  schema: 'AppUpdate',
  parse: (body) => {
    const result = validatePatch(body);
    return result.ok ? { ok: true, value: result.patch } : { ok: false, problems: result.errors };
  },
};

/** Changes of apps, and their secrets. */
export function appRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    register(dependencies),
    describe(dependencies, 'patch'),
    describe(dependencies, 'post'),
    ...secretRoutes(dependencies),
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
