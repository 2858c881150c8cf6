import {
  type DefinitionPatch,
  findSecrets,
  inspectDefinition,
  toSarif,
  validatePatch,
} from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import {
  type BodyContract,
  idempotencyKeyParameter,
  type JsonText,
  type Route,
} from '@app-platform/http-api';
import { anyObject } from '@app-platform/http-api/schemas';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import { AvailableAppResponse, availableAppResponse } from '../available-app.ts';
import { appVersionParameter, visibilityParameter } from '../find-app-version.ts';
import { definitionContract } from './new-version.ts';
import { type RegistrationDependencies, registerApp } from './register-app.ts';
import { type DescriptionDependencies, updateDescription } from './update-description.ts';
import {
  type InspectedDefinition,
  type ValidationDependencies,
  ValidationResponse,
  validateApp,
} from './validate-app.ts';

const patchContract: BodyContract<DefinitionPatch> = {
  schema: 'AppUpdate',
  parse: (body) => {
    const result = validatePatch(body);
    return result.ok ? { ok: true, value: result.patch } : { ok: false, problems: result.errors };
  },
};

/** Changes of apps. */
export function appRoutes(
  dependencies: RegistrationDependencies & DescriptionDependencies,
): Route<Principal>[] {
  return [register(dependencies), describe(dependencies, 'patch'), describe(dependencies, 'post')];
}

function register(dependencies: RegistrationDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/apps/available',
    operationId: 'registerApp',
    summary: 'Register an app, or a new version of it',
    access: { all: [roles.apps] },
    credentials: 'app',
    invalidates: ['app_version'],
    limit: 'registrations',
    parameters: [idempotencyKeyParameter],
    body: definitionContract,
    responses: { 201: { description: 'Registered.', schema: AvailableAppResponse } },
    refusals: [
      'invalid_definition',
      'secret_in_definition',
      'identifier_changed',
      'publisher_not_verified',
      'duplicate',
      'reserved_name',
      'confusable_name',
      'idempotency_key_reused',
    ],
    handle: async ({ principal, parameters, body, context }) => {
      const key = parameters[idempotencyKeyParameter.name];
      const registration = { ...body, ...(key !== undefined && { idempotencyKey: key }) };
      const json = await registerApp(dependencies, principal, registration, context);
      return { status: 201, json };
    },
  });
}

function describe({ database, clock }: DescriptionDependencies, method: 'patch' | 'post') {
  return defineRoute({
    method,
    path: '/v1/apps/available/{appVersion}',
    operationId: method === 'patch' ? 'updateApp' : 'updateAppByPost',
    summary: 'Change fields that describe a version, without a new version',
    access: { all: [roles.apps] },
    credentials: 'app',
    invalidates: ['app_version'],
    parameters: [appVersionParameter, visibilityParameter],
    body: patchContract,
    responses: { 200: { description: 'Changed.', schema: AvailableAppResponse } },
    refusals: [
      'invalid_definition',
      'secret_in_definition',
      'invalid_parameter',
      'not_found',
      'ambiguous_app',
    ],
    handle: async ({ principal, parameters, body, context }) => {
      const app = {
        text: parameters.appVersion,
        visibility: parameters.visibility,
        source: { parameter: 'appVersion' },
      };
      const dependencies = { database, clock };
      const changed = await updateDescription(dependencies, principal, app, body, context);
      return { status: 200, json: availableAppResponse(changed.version, changed.warnings) };
    },
  });
}

const JSON_TYPE = 'application/json';
const SARIF_TYPE = 'application/sarif+json';

/** Every JSON value is answered: an invalid definition is what the operation is for. */
const anyDefinition: BodyContract<InspectedDefinition> = {
  schema: anyObject('An app definition, right or wrong.'),
  parse: (body, text) => {
    const secrets = findSecrets(body);
    // Whether secrets are errors depends on the registered app. The trial decides.
    const inspection = inspectDefinition(body, 'private', secrets);
    return { ok: true, value: { body, text, secrets, inspection } };
  },
};

const sarif = {
  type: 'object',
  description: 'SARIF 2.1.0, for code scanning.',
  required: ['version', 'runs'],
  properties: { version: { const: '2.1.0' }, runs: { type: 'array', items: { type: 'object' } } },
};

/** Trying a definition. */
export function validationRoutes(
  dependencies: ValidationDependencies & { baseUrl?: string },
): Route<Principal>[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/apps/validate',
      operationId: 'validateApp',
      changesNothing: true,
      summary: 'Validate a definition without registering it',
      description:
        'Runs the registration itself and undoes it. Answers with every error and warning, the findings of the linter, and the version that the changes require. `Accept: application/sarif+json` answers SARIF 2.1.0.',
      access: { all: [roles.apps] },
      credentials: 'app',
      limit: 'registrations',
      body: anyDefinition,
      responses: {
        200: {
          description: 'What registration would say.',
          schema: ValidationResponse,
          alternatives: { [SARIF_TYPE]: sarif },
        },
      },
      handle: async ({ principal, body, context, prefers }) => {
        const report = await validateApp(dependencies, principal, body, context);
        if (prefers([JSON_TYPE, SARIF_TYPE]) === SARIF_TYPE) {
          const findings = [...report.errors, ...report.warnings, ...report.excused];
          const log = toSarif(findings, dependencies.baseUrl);
          const json = JSON.stringify(log) as JsonText<never>;
          return { status: 200, json, mediaType: SARIF_TYPE };
        }
        return { status: 200, body: { data: report } };
      },
    }),
  ];
}
