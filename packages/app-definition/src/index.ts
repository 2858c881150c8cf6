export { type ComponentChange, diffDefinitions } from './diff/diff-definitions.ts';
export {
  type Increment,
  isRaisedBy,
  isUpgrade,
  nextVersion,
  smallestIncrement,
} from './diff/increments.ts';
export type { ExcusedFinding, Finding } from './findings/finding.ts';
export { FindingList, ProblemList, warningOf } from './findings/problem-list.ts';
export { applyJsonPatch, type JsonPatchOperation } from './json/json-patch.ts';
export { jsonPointer, pathOf } from './json/json-pointer.ts';
export { applyExcuses } from './lint/excuses.ts';
export { findingOf, findingsOf } from './lint/finding-of.ts';
export { type Inspection, inspectDefinition, lintChange } from './lint/inspect-definition.ts';
export { leakedSecrets, secretProblems, secretWarnings } from './lint/leaked-secrets.ts';
export { type AppVersionReference, parseAppVersion } from './names/app-version-path.ts';
export { isNear } from './names/near-name.ts';
export { nameSkeleton, namespacedAttribute, privateName } from './names/registered-names.ts';
export { acceptsVersion, type Dependency, parseDependency } from './rules/dependencies.ts';
export { isDataUrl, parseDataIcon } from './rules/icon.ts';
export { webhookUrlFault } from './rules/lifecycle-webhook-url.ts';
export { isTooDeep } from './rules/markdown-nesting.ts';
export { acceptedRedirectUris } from './rules/redirect-uris.ts';
export * as registryRules from './rules/registry-rules.ts';
export { type PlacedFinding, type Position, toSarif } from './sarif/to-sarif.ts';
export {
  appDefinitionSchema,
  definitionOf,
  definitionPatchSchema,
  definitionSchemaPath,
} from './schema/app-definition-schema.ts';
export {
  type AttributeDataType,
  attributeDataType,
  attributeTypes,
  isStandardKlass,
  type StandardKlass,
  standardKlasses,
} from './schema/attribute-types.ts';
export { categoryTags, directoryTextLimits } from './schema/directory-listing.ts';
export { exampleDefinition } from './schema/example-definition.ts';
export {
  type AppEventType,
  appEventTypes,
  webhookUrlMaxLength,
} from './schema/lifecycle-webhooks.ts';
export {
  type PublishedSchema,
  publishedDefinitionSchema,
  publishedSchema,
} from './schema/published-schema.ts';
export {
  type AppDefinition,
  type AuthoredDefinition,
  type DefinitionPatch,
  isStandardDefinition,
  type LifecycleWebhook,
  type Visibility,
} from './schema/types.ts';
export { withoutAuthSecrets } from './secrets/auth-secrets.ts';
export {
  findSecrets,
  hideSecrets,
  type PlacedSecret,
  redactionFor,
} from './secrets/find-secrets.ts';
export {
  type DefinitionValidation,
  type PatchValidation,
  patchWarnings,
  validateDefinition,
  validatePatch,
} from './validation/validate-definition.ts';
