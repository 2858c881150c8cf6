import { type AppDefinition, withoutAuthSecrets } from '@app-platform/app-definition';
import type { Warning } from '@app-platform/contracts';
import type { JsonText } from '@app-platform/http-api';
import {
  anyObject,
  boolean,
  component,
  list,
  record,
  response,
  text,
  time,
  warning,
} from '@app-platform/http-api/schemas';
import { parseJson } from '@app-platform/json';
import { type Static, Type } from '@sinclair/typebox';
import type { RecordedVersion } from './app-store.ts';
import { AppVisibility } from './find-app-version.ts';
import { blockedOf, status, withdrawnOf } from './status.ts';

export const Identifier = text("Prefix of the app's attributes.");
export const ClientId = text('OAuth client id of the app.');

/** The organization that owns an app. */
export const Owner = Type.Object(
  {
    id: text('The id of the organization.'),
    name: text('Its name.'),
    verified: boolean('Whether the operator of the platform has checked who it is.'),
  },
  { description: 'The organization that owns the app.' },
);

export const AppName = text('The app id. For a private app `<app>_<orgId>`.');
export const Version = text('Semantic version.');

// The attributes carry the other properties of the app definition too.
export const AvailableApp = component(
  'AvailableApp',
  record(
    'available_app',
    Type.Object(
      {
        name: AppName,
        auth: anyObject("The definition's `auth`, or empty."),
        version: Version,
        visibility: AppVisibility,
        redirectUris: list(Type.String(), 'Where authorization codes may be sent.'),
        clientId: ClientId,
        clientSecret: Type.Optional(text('Only in the answer that generates it.')),
        identifier: Identifier,
        title: text('Display name.'),
        roles: Type.Optional(
          list(
            Type.Unknown(),
            'The most that the app may ask for. Left out where it does not say.',
          ),
        ),
        createdAt: time('When the version was registered.'),
        updatedAt: time('When it was last changed.'),
        ...status,
      },
      { additionalProperties: true },
    ),
  ),
);

export type AvailableApp = Static<typeof AvailableApp>;

export const AvailableAppResponse = component(
  'AvailableAppResponse',
  response(
    AvailableApp,
    Type.Optional(
      Type.Object(
        {
          warnings: Type.Optional(
            list(warning, 'Likely mistakes, which do not refuse the request.'),
          ),
          webhookSecrets: Type.Optional(
            list(
              Type.Object({
                id: text('Of the webhook, for `/v1/webhooks/{id}`.'),
                url: text('Its address.'),
                secret: text('What signs its deliveries. It cannot be had again.'),
              }),
              'Of the `lifecycleWebhooks` that this registration added.',
            ),
          ),
        },
        { description: 'Only where there are warnings, or a registration added webhooks.' },
      ),
    ),
  ),
);

export type AvailableAppResponse = Static<typeof AvailableAppResponse>;

/** The fields of a record that its definition may show too. */
export type RecordFields = {
  name: string;
  auth: object;
  version: string;
  visibility: 'private' | 'public';
  redirectUris: readonly string[];
  clientId: string;
  identifier: string;
  title: string;
  /** Left out where no definition of the app has roles. */
  roles?: readonly string[] | undefined;
};

/** @returns JSON of the fields that a definition does not show itself */
export function addedFieldsOf(definition: AppDefinition, fields: RecordFields): string {
  const added = Object.entries(fields).filter(([key]) => !Object.hasOwn(definition, key));
  return JSON.stringify(Object.fromEntries(added));
}

/**
 * The specification's response resource for an app version, as JSON. The text of the definition is
 * part of it as it is stored, unless the operator's tags come to those of the definition.
 * @param more further fields of the record
 */
export function availableAppJson(
  version: RecordedVersion,
  more: object = {},
): JsonText<AvailableApp> {
  const { createdAt, updatedAt } = version;
  const members = [
    membersOf(definitionWithTags(version)),
    membersOf(version.addedFields),
    membersOf(JSON.stringify({ createdAt, updatedAt, ...statusOf(version), ...more })),
  ];
  const id = JSON.stringify(appVersionId(version));
  const json = `{"type":"available_app","id":${id},"attributes":{${members.join(',')}}}`;
  return json as JsonText<AvailableApp>;
}

/** Why a version is blocked, deprecated or yanked. */
function statusOf(version: RecordedVersion) {
  return { ...blockedOf(version), ...withdrawnOf(version) };
}

/**
 * The response to a change: the record, and warnings.
 * @param webhookSecrets of the webhooks that a registration added
 */
export function availableAppResponse(
  version: RecordedVersion,
  warnings: readonly Warning[],
  webhookSecrets: readonly object[] = [],
): JsonText<AvailableAppResponse> {
  const found = {
    ...(warnings.length > 0 && { warnings }),
    ...(webhookSecrets.length > 0 && { webhookSecrets }),
  };
  const meta = Object.keys(found).length > 0 ? `,"meta":${JSON.stringify(found)}` : '';
  return `{"data":${availableAppJson(version)}${meta}}` as JsonText<AvailableAppResponse>;
}

/** The text between the braces of an object that has members. */
function membersOf(text: string): string {
  return text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'));
}

function definitionWithTags({ definitionText, operatorTags }: RecordedVersion): string {
  if (operatorTags.length === 0) return definitionText;
  const definition = parseJson(definitionText) as AppDefinition;
  return JSON.stringify({ ...definition, tags: [...(definition.tags ?? []), ...operatorTags] });
}

/** `<name>-<version>` */
export function appVersionId({ name, version }: Pick<RecordedVersion, 'name' | 'version'>): string {
  return `${name}-${version}`;
}

/** A key may be written with escapes. */
const mayHaveAuth = /"auth"|\\u/;

/**
 * A version as an organization reads it. Other organizations do not read the secrets under `auth`: a
 * version may be older than the rule that refuses them, or excuse them.
 */
export function servedVersion<Version extends Pick<RecordedVersion, 'definitionText'>>(
  version: Version,
  { isOwn }: { isOwn: boolean },
): Version {
  if (isOwn || !mayHaveAuth.test(version.definitionText)) return version;
  const definition = withoutAuthSecrets(parseJson(version.definitionText) as object);
  return { ...version, definitionText: JSON.stringify(definition) };
}
