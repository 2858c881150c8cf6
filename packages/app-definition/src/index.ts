export { type AppVersionReference, parseAppVersion } from './app-version-path.ts';
export {
  type AttributeDataType,
  attributeDataType,
  attributeTypes,
  isStandardKlass,
  type StandardKlass,
  standardKlasses,
} from './attribute-types.ts';
export type {
  Action,
  AppComponents,
  Command,
  Hook,
  OutboundWebhook,
  Setting,
  SettingsPageConfig,
  Trigger,
  Widget,
  WithOtherFields,
  Workflow,
  WorkflowStep,
} from './component-types.ts';
export { type ComponentChange, diffDefinitions } from './diff/diff-definitions.ts';
export {
  type Increment,
  isRaisedBy,
  isUpgrade,
  nextVersion,
  smallestIncrement,
} from './diff/increments.ts';
export { exampleDefinition } from './example-definition.ts';
export type { ExcusedFinding, Finding } from './finding.ts';
export { findingOf, findingsOf } from './finding-of.ts';
export { type Inspection, inspectDefinition } from './inspect-definition.ts';
export { applyJsonPatch, type JsonPatchOperation } from './json-patch.ts';
export { jsonPointer, pathOf } from './json-pointer.ts';
export { applyExcuses } from './lint/excuses.ts';
export { hideSecrets, redactionFor } from './lint/find-secrets.ts';
export { lintChange } from './lint/lint-change.ts';
export type { Rule } from './lint/rule.ts';
export { rulePagePath, rules } from './lint/rules.ts';
export { nameSkeleton } from './name-skeleton.ts';
export { namespacedAttribute, privateName } from './namespacing.ts';
export { ProblemList } from './problem-list.ts';
export { definitionOf } from './record-definition.ts';
export { acceptsVersion, type Dependency, parseDependency } from './rules/dependencies.ts';
export { isDataUrl, parseDataIcon } from './rules/icon-url.ts';
export { acceptedRedirectUris } from './rules/redirect-uris.ts';
export { webhookUrlFault } from './rules/webhook-urls.ts';
export { type Position, toSarif } from './sarif/to-sarif.ts';
export { appDefinitionSchema, definitionSchemaPath } from './schema/app-definition-schema.ts';
export { definitionPatchSchema } from './schema/definition-patch-schema.ts';
export { categoryTags, directoryTextLimits } from './schema/directory-listing.ts';
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
  type AppDetails,
  type AppDeveloper,
  type AppMeta,
  type AuthoredDefinition,
  type CategoryTag,
  type DataSubscription,
  type DefinitionPatch,
  type DocumentationLink,
  type ExternalPlatform,
  isStandardDefinition,
  type Klass,
  type KlassAttribute,
  type KlassMetadata,
  type Kview,
  type KviewMeta,
  type LifecycleWebhook,
  type Shortcut,
  type ShortcutDraft,
  type StandardKlassDefinition,
  type Visibility,
} from './types.ts';
export {
  type DefinitionValidation,
  type PatchValidation,
  patchWarnings,
  validateDefinition,
  validatePatch,
} from './validate-definition.ts';
export { type WarningCode, warning } from './warning-kinds.ts';
