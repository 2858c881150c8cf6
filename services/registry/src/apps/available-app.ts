import type { AppDefinition } from '@app-platform/app-definition';
import type { Warning } from '@app-platform/contracts';
import { parseJson } from '@app-platform/http-api';
import type { RecordedVersion } from './app-store.ts';
import { blockedOf } from './blocking.ts';
import { withdrawnOf } from './withdrawal.ts';

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
  /** Left out where no definition of the app says. */
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
 * @param more fields of this answer alone
 */
export function availableAppJson(version: RecordedVersion, more: object = {}): string {
  const { createdAt, updatedAt } = version;
  const members = [
    membersOf(definitionWithTags(version)),
    membersOf(version.addedFields),
    membersOf(JSON.stringify({ createdAt, updatedAt, ...standingOf(version), ...more })),
  ];
  const id = JSON.stringify(appVersionId(version));
  return `{"type":"available_app","id":${id},"attributes":{${members.join(',')}}}`;
}

/** What the operator and its developer say against a version. */
function standingOf(version: RecordedVersion) {
  return { ...blockedOf(version), ...withdrawnOf(version) };
}

/** The answer to a change: the record, and what was found that did not stand in the way. */
export function availableAppAnswer(version: RecordedVersion, warnings: readonly Warning[]): string {
  const meta = warnings.length > 0 ? `,"meta":${JSON.stringify({ warnings })}` : '';
  return `{"data":${availableAppJson(version)}${meta}}`;
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
