import { roles, storableText } from '@app-platform/contracts';
import { type BodyContract, defineRoute, type Route, schemaContract } from '@app-platform/http-api';
import type { FoundVersion } from '../apps/app-store.ts';
import { availableAppJson } from '../apps/available-app.ts';
import { appVersionParameter, visibilityOf, visibilityParameter } from '../apps/name-parameters.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Deprecation, deprecateVersion, endDeprecation } from './deprecate-version.ts';
import { unpublishVersion } from './unpublish-version.ts';
import type { VersionRequest } from './withdraw-version.ts';
import { endYank, yankVersion } from './yank-version.ts';

function explanation(description: string) {
  return { ...storableText, type: 'string', description, minLength: 1, maxLength: 500 };
}

const deprecationContract = schemaContract<Deprecation>({
  type: 'object',
  properties: {
    message: explanation('Why, for the organizations that have it installed.'),
    successor: {
      description: 'The app that takes its place, or `<name>-<version>`.',
      type: 'string',
      minLength: 1,
      maxLength: 512,
    },
  },
  required: ['message'],
  additionalProperties: false,
});

const yankContract = schemaContract<{ reason: string }>({
  type: 'object',
  properties: { reason: explanation('Why, for those who want to install it.') },
  required: ['reason'],
  additionalProperties: false,
});

/** Taking versions back. */
export function withdrawalRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    deprecate(dependencies),
    endDeprecationRoute(dependencies),
    yank(dependencies),
    endYankRoute(dependencies),
    unpublish(dependencies),
  ];
}

type Handler<Body> = (request: VersionRequest, body: Body) => Promise<string | undefined>;

/** A route about one version of an own app. It answers with the JSON that its handler returns. */
function versionRoute<Body>(
  declared: Pick<
    Route<Principal>,
    'method' | 'path' | 'operationId' | 'summary' | 'description' | 'responses' | 'refusals'
  > & { body?: BodyContract<Body> },
  handle: Handler<Body>,
) {
  return defineRoute<Principal, Body>({
    ...declared,
    access: { all: [roles.apps] },
    credentials: 'first_party',
    parameters: [appVersionParameter, visibilityParameter],
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app', ...(declared.refusals ?? [])],
    handle: async ({ principal, parameters, body, context }) => {
      const reference = {
        text: String(parameters.appVersion),
        visibility: visibilityOf(parameters),
        source: { parameter: 'appVersion' },
      };
      const json = await handle({ principal, reference, context }, body);
      return json === undefined ? { status: 204 } : { status: 200, json };
    },
  });
}

const recordAnswer = (description: string) => ({
  200: { description, schema: 'AvailableAppAnswer' },
});

function recordOf(version: FoundVersion | undefined, meta?: object): string {
  if (!version) throw new Error('a version vanished inside its transaction');
  const more = meta ? `,"meta":${JSON.stringify(meta)}` : '';
  return `{"data":${availableAppJson(version)}${more}}`;
}

function deprecate({ database, clock }: Dependencies) {
  return versionRoute<Deprecation>(
    {
      method: 'post',
      path: '/v1/apps/available/{appVersion}/deprecation',
      operationId: 'deprecateVersion',
      summary: 'Advise against a version',
      description: 'It can be installed still, with a warning. A second call replaces the message.',
      body: deprecationContract,
      responses: recordAnswer('Deprecated.'),
      refusals: ['invalid_body'],
    },
    async (request, body) => recordOf(await deprecateVersion({ database, clock }, request, body)),
  );
}

function endDeprecationRoute({ database, clock }: Dependencies) {
  return versionRoute<undefined>(
    {
      method: 'delete',
      path: '/v1/apps/available/{appVersion}/deprecation',
      operationId: 'endDeprecation',
      summary: 'Stop advising against a version',
      responses: recordAnswer('No longer deprecated.'),
    },
    async (request) => recordOf(await endDeprecation({ database, clock }, request)),
  );
}

function yank({ database, clock }: Dependencies) {
  return versionRoute<{ reason: string }>(
    {
      method: 'post',
      path: '/v1/apps/available/{appVersion}/yank',
      operationId: 'yankVersion',
      summary: 'Refuse new installations of a version',
      description:
        'Organizations that have it installed keep it. Where it was the current version, the highest of the others becomes that. `meta` names who depends on it.',
      body: yankContract,
      responses: { 200: { description: 'Yanked.', schema: 'YankAnswer' } },
      refusals: ['invalid_body'],
    },
    async (request, { reason }) => {
      const { version, ...meta } = await yankVersion({ database, clock }, request, reason);
      return recordOf(version, meta);
    },
  );
}

function endYankRoute({ database, clock }: Dependencies) {
  return versionRoute<undefined>(
    {
      method: 'delete',
      path: '/v1/apps/available/{appVersion}/yank',
      operationId: 'endYank',
      summary: 'Allow new installations of a version again',
      responses: recordAnswer('No longer yanked.'),
    },
    async (request) => recordOf(await endYank({ database, clock }, request)),
  );
}

function unpublish({ database, clock }: Dependencies) {
  return versionRoute<undefined>(
    {
      method: 'delete',
      path: '/v1/apps/available/{appVersion}',
      operationId: 'unpublishVersion',
      summary: 'Remove a version for ever',
      description:
        'Within 72 hours of its registration, while nobody has it installed. Its number cannot be registered again. An app goes with its last version; registered again under a higher number, it has the same client id, secrets and identifier. A blocked app keeps its versions.',
      responses: { 204: { description: 'Removed.' } },
      refusals: ['version_too_old', 'version_in_use', 'app_blocked'],
    },
    async (request) => {
      await unpublishVersion({ database, clock }, request);
      return undefined;
    },
  );
}
