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
export { exampleDefinition } from './example-definition.ts';
export { nameSkeleton } from './name-skeleton.ts';
export { namespacedAttribute, privateName } from './namespacing.ts';
export { ProblemList } from './problem-list.ts';
export { type Dependency, parseDependency } from './rules/dependencies.ts';
export { isDataUrl, parseDataIcon } from './rules/icon-url.ts';
export { acceptedRedirectUris } from './rules/redirect-uris.ts';
export { appDefinitionSchema, definitionSchemaPath } from './schema/app-definition-schema.ts';
export { definitionPatchSchema } from './schema/definition-patch-schema.ts';
export { categoryTags, directoryTextLimits } from './schema/directory-listing.ts';
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
