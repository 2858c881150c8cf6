import { readApps, roles, storableText } from '@app-platform/contracts';
import {
  type JsonText,
  type ParametersOf,
  parameter,
  type Route,
  type RouteRequest,
} from '@app-platform/http-api';
import {
  boolean,
  component,
  integer,
  list,
  record,
  response,
  text,
} from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { Reading } from '../../database/database.ts';
import type { AppStores } from '../app-name-store.ts';
import type { FoundVersion } from '../app-store.ts';
import {
  AvailableApp,
  AvailableAppResponse,
  availableAppJson,
  availableAppResponse,
} from '../available-app.ts';
import { appVersionParameter, nameParameter, visibilityParameter } from '../find-app-version.ts';
import type { VersionRequest, WithdrawalDependencies } from './change-version.ts';
import { ComparisonResponse, compareVersions } from './compare-versions.ts';
import {
  Deprecation,
  deprecateVersion,
  endDeprecation,
  endYank,
  unpublishVersion,
  yankVersion,
} from './withdraw-version.ts';

const Yank = Type.Object(
  {
    reason: Type.String({
      ...storableText,
      description: 'Why, for those who want to install it.',
      minLength: 1,
      maxLength: 500,
    }),
  },
  { additionalProperties: false },
);

const YankResponse = component(
  'YankResponse',
  response(
    AvailableApp,
    Type.Object({
      installations: integer('How many organizations keep it.'),
      dependents: list(
        Type.Object({
          name: text('The app that depends on it.'),
          version: text('Its version.'),
          rule: text('Its rule, which the yanked version satisfies.'),
        }),
        'At most 100 apps that the organization sees and that depend on the version.',
      ),
    }),
  ),
);

const UnpublishResponse = component(
  'UnpublishResponse',
  response(
    component(
      'UnpublishedVersion',
      record(
        'unpublished_version',
        Type.Object({
          name: text('The name of the app.'),
          version: text('The version that is gone.'),
          isLast: boolean('Whether the app is gone with its last version.'),
          notice: text('That the number stays used, and what to register instead.'),
        }),
      ),
    ),
  ),
);

/** Taking versions back. */
export function withdrawalRoutes(dependencies: WithdrawalDependencies): Route<Principal>[] {
  return [
    deprecate(dependencies),
    endDeprecating(dependencies),
    yank(dependencies),
    endYanking(dependencies),
    unpublish(dependencies),
  ];
}

const parameters = [appVersionParameter, visibilityParameter] as const;

/** What the operations on one version of an own app declare alike. */
const ofVersion = {
  access: { all: [roles.apps] },
  credentials: 'first_party',
  invalidates: ['app_version'],
  parameters,
} as const;

const refusals = ['invalid_parameter', 'not_found', 'ambiguous_app'] as const;

function versionRequest({
  principal,
  parameters: { appVersion, visibility },
  context,
}: RouteRequest<Principal, unknown, ParametersOf<typeof parameters>>): VersionRequest {
  const reference = { text: appVersion, visibility, source: { parameter: 'appVersion' } };
  return { principal, reference, context };
}

const recordResponse = (description: string) => ({
  200: { description, schema: AvailableAppResponse },
});

function requireVersion(version: FoundVersion | undefined): FoundVersion {
  if (!version) throw new Error('a version vanished inside its transaction');
  return version;
}

function deprecate({ database, clock }: WithdrawalDependencies) {
  return defineRoute({
    ...ofVersion,
    method: 'post',
    path: '/v1/apps/available/{appVersion}/deprecation',
    operationId: 'deprecateVersion',
    summary: 'Advise against a version',
    description: 'It can be installed still, with a warning. A second call replaces the message.',
    body: Deprecation,
    responses: recordResponse('Deprecated.'),
    refusals: [...refusals, 'invalid_body'],
    handle: async (request) => {
      const dependencies = { database, clock };
      const changed = await deprecateVersion(dependencies, versionRequest(request), request.body);
      return { status: 200, json: availableAppResponse(requireVersion(changed), []) };
    },
  });
}

function endDeprecating({ database, clock }: WithdrawalDependencies) {
  return defineRoute({
    ...ofVersion,
    method: 'delete',
    path: '/v1/apps/available/{appVersion}/deprecation',
    operationId: 'endDeprecation',
    summary: 'Stop advising against a version',
    responses: recordResponse('No longer deprecated.'),
    refusals,
    handle: async (request) => {
      const changed = await endDeprecation({ database, clock }, versionRequest(request));
      return { status: 200, json: availableAppResponse(requireVersion(changed), []) };
    },
  });
}

function yank({ database, clock }: WithdrawalDependencies) {
  return defineRoute({
    ...ofVersion,
    method: 'post',
    path: '/v1/apps/available/{appVersion}/yank',
    operationId: 'yankVersion',
    summary: 'Refuse new installations of a version',
    description:
      'Organizations that have it installed keep it. Where it was the current version, the highest of the others becomes that. `meta` names who depends on it.',
    body: Yank,
    responses: { 200: { description: 'Yanked.', schema: YankResponse } },
    refusals: [...refusals, 'invalid_body'],
    handle: async (request) => {
      const { reason } = request.body;
      const yanked = await yankVersion({ database, clock }, versionRequest(request), reason);
      const { version, ...meta } = yanked;
      const data = availableAppJson(requireVersion(version));
      const json = `{"data":${data},"meta":${JSON.stringify(meta)}}`;
      return { status: 200, json: json as JsonText<Static<typeof YankResponse>> };
    },
  });
}

function endYanking({ database, clock }: WithdrawalDependencies) {
  return defineRoute({
    ...ofVersion,
    method: 'delete',
    path: '/v1/apps/available/{appVersion}/yank',
    operationId: 'endYank',
    summary: 'Allow new installations of a version again',
    responses: recordResponse('No longer yanked.'),
    refusals,
    handle: async (request) => {
      const changed = await endYank({ database, clock }, versionRequest(request));
      return { status: 200, json: availableAppResponse(requireVersion(changed), []) };
    },
  });
}

function unpublish({ database, clock }: WithdrawalDependencies) {
  return defineRoute({
    ...ofVersion,
    method: 'delete',
    path: '/v1/apps/available/{appVersion}',
    operationId: 'unpublishVersion',
    summary: 'Remove a version for ever',
    description:
      'Within 72 hours of its registration, while nobody has it installed. Its number cannot be registered again. An app goes with its last version; registered again under a higher number, it has the same client id, secrets and identifier. A blocked app keeps its versions.',
    responses: { 200: { description: 'Removed.', schema: UnpublishResponse } },
    refusals: [...refusals, 'version_too_old', 'version_in_use', 'app_blocked'],
    handle: async (request) => {
      const removed = await unpublishVersion({ database, clock }, versionRequest(request));
      const { id, ...attributes } = removed;
      const data = { type: 'unpublished_version' as const, id, attributes };
      return { status: 200, body: { data } };
    },
  });
}

function versionParameter<Name extends string>(name: Name, description: string) {
  return parameter(name, 'query', Type.String({ minLength: 1, maxLength: 256 }), description);
}

/** Comparing two versions of an app. */
export function comparisonRoutes({
  database,
}: {
  database: Reading<AppStores>;
}): Route<Principal>[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/apps/available/{name}/diff',
      operationId: 'compareVersions',
      summary: 'What differs between two versions of an app, component by component',
      access: readApps,
      parameters: [
        nameParameter,
        versionParameter('from', 'A version. Left out: the version before the other one.'),
        versionParameter('to', 'A version. Left out: the current one.'),
        visibilityParameter,
      ],
      responses: { 200: { description: 'The difference.', schema: ComparisonResponse } },
      refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
      handle: async ({ principal, parameters }) => {
        const comparison = await compareVersions(
          database.reading(principal.organizationId),
          principal,
          parameters,
        );
        return { status: 200, body: { data: comparison } };
      },
    }),
  ];
}
