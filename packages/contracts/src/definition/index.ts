export { parseAppVersion } from './app-version-path.ts';
export { type DependencyRule, parseDependency } from './dependency.ts';
export { namespacedAttribute, privateName } from './namespacing.ts';
export { appDefinitionSchema, definitionPatchSchema, standardKlasses } from './schema/index.ts';
export type { AppDefinition, DefinitionPatch, Klass } from './types.ts';
export {
  type DefinitionResult,
  type PatchResult,
  validateDefinition,
  validatePatch,
} from './validate.ts';
