import { readApps, storableText } from '@app-platform/contracts';
import {
  defineRoute,
  type Parameter,
  pageAnswer,
  pageAnswerJson,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { absoluteIconUrl } from './app-icon.ts';
import { availableAppJson } from './available-app.ts';
import type { DirectoryEntry } from './directory-store.ts';
import { findAppVersion } from './find-app-version.ts';
import { iconRoute } from './icon-routes.ts';
import {
  appVersionParameter,
  nameParameter,
  visibilityOf,
  visibilityParameter,
} from './name-parameters.ts';

const filterParameters: Parameter[] = [
  {
    name: 'q',
    in: 'query',
    description: 'Part of the name, title or description, in any case.',
    schema: { type: 'string', minLength: 1, maxLength: 128, ...storableText },
  },
  {
    name: 'tag',
    in: 'query',
    description: 'A tag that the app carries.',
    schema: { type: 'string', pattern: '^[a-z-]{1,32}$' },
  },
  {
    name: 'owner',
    in: 'query',
    description: '`own`: the apps of the organization alone, those that are blocked too.',
    schema: { type: 'string', enum: ['own'] },
  },
];

/** Reading apps: the directory, one version, an app's versions. */
export function directoryRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [list(dependencies), read(dependencies), iconRoute(dependencies), versions(dependencies)];
}

function list({ directory, baseUrl }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/available',
    operationId: 'listApps',
    summary: "The app directory: the organization's private apps and all public ones",
    access: readApps,
    parameters: [...filterParameters, ...pageParameters],
    responses: { 200: { description: 'A page, by name.', schema: 'DirectoryAnswer' } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters: { q, tag, owner, ...rest } }) => {
      const page = readPage(rest, pageKeys.name);
      const found = await directory.search(principal.organizationId, {
        ...(q !== undefined && { text: String(q) }),
        ...(tag !== undefined && { tag: String(tag) }),
        isOwn: owner === 'own',
        page,
      });
      const entries = pageOf(found, page.size, ({ name }) => name);
      return { status: 200, body: pageAnswer(entries, (entry) => directoryApp(entry, baseUrl)) };
    },
  });
}

function read({ database, responses }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/available/{appVersion}',
    operationId: 'readApp',
    summary: 'A version of an app, with its whole definition',
    description: 'The name alone answers with the current version.',
    access: readApps,
    parameters: [appVersionParameter, visibilityParameter],
    responses: { 200: { description: 'The version.', schema: 'ReadAppAnswer' } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    isPrepared: true,
    handle: ({ principal, parameters }) => {
      const text = String(parameters.appVersion);
      const visibility = visibilityOf(parameters);
      const key = `readApp ${principal.organizationId} ${visibility ?? 'any'} ${text}`;
      const prepared = responses.read(key, async () => {
        const source = { parameter: 'appVersion' };
        const version = await findAppVersion(database, principal, { text, visibility, source });
        const { organizationId: id, organizationName, organizationVerified: verified } = version;
        const meta = JSON.stringify({ organization: { id, name: organizationName, verified } });
        return `{"data":${availableAppJson(version)},"meta":${meta}}`;
      });
      return { status: 200, prepared };
    },
  });
}

function versions({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/available/{name}/versions',
    operationId: 'listVersions',
    summary: "An app's versions, the highest first",
    description:
      'A page ends early where the definitions in it come to 4 MiB: it may hold fewer versions than `page[size]`, one at least, and `meta.page.after` leads on.',
    access: readApps,
    parameters: [nameParameter, visibilityParameter, ...pageParameters],
    responses: { 200: { description: 'A page of versions.', schema: 'AvailableAppPage' } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.version);
      const { name } = await findAppVersion(database, principal, {
        text: String(parameters.name),
        visibility: visibilityOf(parameters),
        source: { parameter: 'name' },
      });
      const found = await database.apps.listVersions(principal.organizationId, name, page);
      return { status: 200, json: pageAnswerJson(found, (version) => availableAppJson(version)) };
    },
  });
}

function directoryApp(
  {
    name,
    version,
    organizationId,
    organizationName,
    organizationVerified,
    ...attributes
  }: DirectoryEntry,
  baseUrl?: string,
) {
  const iconUrl = absoluteIconUrl(attributes.iconUrl, baseUrl);
  const organization = {
    id: organizationId,
    name: organizationName,
    verified: organizationVerified,
  };
  return {
    type: 'available_app',
    id: `${name}-${version}`,
    attributes: { name, version, ...attributes, iconUrl, organization },
  };
}
