import type { Visibility } from '@app-platform/app-definition';
import { changeKeys, readApps, storableText } from '@app-platform/contracts';
import {
  type JsonText,
  pageKeys,
  pageParameters,
  pageResponse,
  pageResponseJson,
  parameter,
  type Route,
  readPage,
  stringify,
} from '@app-platform/http-api';
import {
  component,
  list as listOf,
  listOrNull,
  page as pageOfRecords,
  record,
  response,
  text,
  textOrNull,
} from '@app-platform/http-api/schemas';
import type { Clock } from '@app-platform/runtime';
import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { ResponseCache } from '../../cache/response-cache.ts';
import type { Reading } from '../../database/database.ts';
import type { AppStores } from '../app-name-store.ts';
import {
  AppName,
  AvailableApp,
  availableAppJson,
  ClientId,
  Identifier,
  Owner,
  servedVersion,
  Version,
} from '../available-app.ts';
import {
  AppVisibility,
  appVersionParameter,
  findAppVersion,
  nameParameter,
  namesMeant,
  visibilityParameter,
} from '../find-app-version.ts';
import type { DirectoryEntry } from './directory-store.ts';
import { absoluteIconUrl, iconRoute } from './icon.ts';
import {
  COUNT_MILLISECONDS,
  type DirectorySearch,
  type DirectorySort,
  directoryPosition,
  directorySorts,
} from './search-directory.ts';

const DirectoryApp = component(
  'DirectoryApp',
  record(
    'available_app',
    Type.Object({
      name: AppName,
      version: Version,
      visibility: AppVisibility,
      title: text('Display name.'),
      description: text('Markdown.'),
      iconUrl: textOrNull('Logo of the app.'),
      developer: textOrNull('What the app says of itself: the name of its developer.'),
      tags: listOf(Type.String(), "Categories, and the operator's tags."),
      roles: listOrNull(
        Type.String(),
        'The most that the app may ask for; null where it does not say.',
      ),
      clientId: ClientId,
      identifier: Identifier,
      installedVersion: textOrNull('Null where it is not installed.'),
      organization: Owner,
    }),
  ),
);
const DirectoryResponse = component('DirectoryResponse', pageOfRecords(DirectoryApp));

const ReadAppResponse = component(
  'ReadAppResponse',
  response(AvailableApp, Type.Object({ organization: Owner })),
);
type ReadAppResponse = Static<typeof ReadAppResponse>;

const AvailableAppPage = component('AvailableAppPage', pageOfRecords(AvailableApp));

const filterParameters = [
  parameter(
    'q',
    'query',
    Type.String({ minLength: 1, maxLength: 128, ...storableText }),
    'Words of the title, name, tags, developer or description, in any case; the last one may be a beginning. Where no app has them: a part of the name, title or description, and then similar words. With `owner=own` a part of the name, title or description.',
  ),
  parameter(
    'tag',
    'query',
    Type.String({ pattern: '^[a-z-]{1,32}$' }),
    'A tag that the app carries, in lowercase letters and hyphens, such as `ecommerce`.',
  ),
  parameter(
    'owner',
    'query',
    Type.Unsafe<'own'>({ type: 'string', enum: ['own'] }),
    '`own`: the apps of the organization alone, those that are blocked too.',
  ),
  parameter(
    'sort',
    'query',
    Type.Unsafe<DirectorySort>({ type: 'string', enum: [...directorySorts] }),
    '`relevance`, the default with `q`; `name`, the default without; `newest`: the app that was registered last is first; `most_installed`: by the number of organizations that have it installed, for the 500 apps that most have. Similar words are by relevance, and `owner=own` by name.',
  ),
] as const;

export type DirectoryDependencies = {
  database: Reading<AppStores> & Pick<AppStores, 'apps'>;
  directory: DirectorySearch;
  responses: ResponseCache;
  clock: Clock;
  /** This service's public address. */
  baseUrl?: string;
};

/** Reading apps: the directory, one version, an app's versions. */
export function directoryRoutes(dependencies: DirectoryDependencies): Route<Principal>[] {
  return [list(dependencies), read(dependencies), iconRoute(dependencies), versions(dependencies)];
}

function list({ directory, responses, clock, baseUrl }: DirectoryDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/available',
    operationId: 'listApps',
    summary: "The app directory: the organization's private apps and all public ones",
    description:
      'By name. With `q` the best match is first, unless so many apps match that they are listed by name. Apps that match by similar words are one page.',
    access: readApps,
    parameters: [...filterParameters, ...pageParameters],
    responses: { 200: { description: 'A page.', schema: DirectoryResponse } },
    refusals: ['invalid_parameter'],
    isPrepared: true,
    handle: ({ principal: { organizationId }, parameters: { q, tag, owner, sort, ...rest } }) => {
      const filter = {
        ...(q !== undefined && { text: q }),
        ...(tag !== undefined && { tag }),
        ...(sort !== undefined && { sort }),
        isOwn: owner === 'own',
      };
      const query = { ...filter, page: readPage(rest, directoryPosition(filter)) };
      // Installations of other organizations change no response but this one.
      const time =
        sort === 'most_installed' ? Math.floor(clock().getTime() / COUNT_MILLISECONDS) : '';
      const prepared = responses.read(
        `listApps ${organizationId} ${time} ${JSON.stringify(query)}`,
        async () => {
          const found = await directory.search(organizationId, query);
          const owners = new Set(found.entries.map((entry) => entry.organizationId));
          return {
            json: stringify(pageResponse(found, (entry) => directoryApp(entry, baseUrl))),
            dependsOn: [
              changeKeys.anyApp,
              changeKeys.installationsOf(organizationId),
              ...[...owners].map(changeKeys.organization),
            ],
          };
        },
      );
      return { status: 200, prepared };
    },
  });
}

function read({ database, responses }: DirectoryDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/available/{appVersion}',
    operationId: 'readApp',
    summary: 'A version of an app, with its whole definition',
    description: 'The name alone answers with the current version.',
    access: readApps,
    parameters: [appVersionParameter, visibilityParameter],
    responses: { 200: { description: 'The version.', schema: ReadAppResponse } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    isPrepared: true,
    handle: ({ principal, parameters }) => {
      const { appVersion, visibility } = parameters;
      const key = `readApp ${principal.organizationId} ${visibility ?? 'any'} ${appVersion}`;
      const prepared = responses.read(key, async () => {
        const reference = { text: appVersion, visibility, source: { parameter: 'appVersion' } };
        const reading = database.reading(principal.organizationId);
        const version = await findAppVersion(reading, principal, reference);
        const { organizationId: id, organizationName, organizationVerified: verified } = version;
        const meta = JSON.stringify({ organization: { id, name: organizationName, verified } });
        const served = servedVersion(version, { isOwn: id === principal.organizationId });
        const json = `{"data":${availableAppJson(served)},"meta":${meta}}`;
        const apps = namesMeant(reference, principal).map(changeKeys.app);
        return {
          json: json as JsonText<ReadAppResponse>,
          dependsOn: [...apps, changeKeys.organization(id)],
        };
      });
      return { status: 200, prepared };
    },
  });
}

function versions({ database }: DirectoryDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/available/{name}/versions',
    operationId: 'listVersions',
    summary: "An app's versions, the highest first",
    description:
      'A page ends early where the definitions in it come to 4 MiB: it may hold fewer versions than `page[size]`, one at least, and `meta.page.after` leads on.',
    access: readApps,
    parameters: [nameParameter, visibilityParameter, ...pageParameters],
    responses: { 200: { description: 'A page of versions.', schema: AvailableAppPage } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.version);
      const reading = database.reading(principal.organizationId);
      const { name, organizationId } = await findAppVersion(reading, principal, {
        text: parameters.name,
        visibility: parameters.visibility,
        source: { parameter: 'name' },
      });
      const found = await reading.apps.listVersions(principal.organizationId, name, page);
      const isOwn = organizationId === principal.organizationId;
      const json = pageResponseJson(found, (version) =>
        availableAppJson(servedVersion(version, { isOwn })),
      );
      return { status: 200, json };
    },
  });
}

function directoryApp(
  {
    name,
    version,
    visibility,
    organizationId,
    organizationName,
    organizationVerified,
    ...attributes
  }: DirectoryEntry,
  baseUrl?: string,
): Static<typeof DirectoryApp> {
  const iconUrl = absoluteIconUrl(attributes.iconUrl, baseUrl);
  const organization = {
    id: organizationId,
    name: organizationName,
    verified: organizationVerified,
  };
  return {
    type: 'available_app',
    id: `${name}-${version}`,
    attributes: {
      name,
      version,
      visibility: visibility as Visibility,
      ...attributes,
      iconUrl,
      organization,
    },
  };
}
