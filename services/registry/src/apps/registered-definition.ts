import type { AppDefinition } from '@app-platform/app-definition';
import { parseJson } from '@app-platform/http-api';
import type { RecordedVersion } from './app-store.ts';

/** What a version inherits from the one before where its definition leaves it out. */
const INHERITED = ['title', 'redirectUris', 'roles'] as const;

/** The definition of a version, with the fields that it inherited. */
export function registeredDefinition({
  definitionText,
  addedFields,
}: Pick<RecordedVersion, 'definitionText' | 'addedFields'>): AppDefinition {
  const added: Record<string, unknown> = JSON.parse(addedFields);
  const inherited = INHERITED.filter((name) => added[name] !== undefined);
  const fields = Object.fromEntries(inherited.map((name) => [name, added[name]]));
  return { ...fields, ...(parseJson(definitionText) as AppDefinition) };
}
