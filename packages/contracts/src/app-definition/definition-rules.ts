import type { JsonObject } from './json-value.ts';
import type { Refuse } from './problem-list.ts';
import { refuseChangelog } from './rules/changelog.ts';
import { refuseDependencies } from './rules/dependencies.ts';
import { refuseRepeatedAttributes } from './rules/klasses.ts';
import { refuseRedirectUris } from './rules/redirect-uris.ts';
import { refuseVersion } from './rules/version.ts';

/**
 * The rules that JSON Schema cannot express. They run beside the schema, so that one answer holds
 * every problem: each passes over what the schema has refused already.
 */
export function applyDefinitionRules(definition: JsonObject, refuse: Refuse): void {
  refuseVersion(definition, refuse);
  refuseDependencies(definition, refuse);
  refuseChangelog(definition, refuse);
  refuseRedirectUris(definition, refuse);
  refuseRepeatedAttributes(definition, refuse);
}
