import { addressScheme } from './address-scheme.ts';
import {
  changelogCurrentVersion,
  changelogOrder,
  changelogVersion,
  missingReleaseDate,
} from './changelog.ts';
import { unknownCustomObject, unusedCustomObject } from './custom-objects.ts';
import {
  dependency,
  dependencyRange,
  exactDependency,
  selfDependency,
  unsatisfiableRange,
} from './dependencies.ts';
import { displayName } from './display-name.ts';
import { insecureUrl, privateHost } from './hosts.ts';
import { iconUrl, missingIcon } from './icon.ts';
import { invalidEmail } from './invalid-email.ts';
import {
  attributeName,
  attributeRepeated,
  standardKlassAsCustomObject,
  unknownAttributeType,
} from './klasses.ts';
import { lifecycleWebhookUrl } from './lifecycle-webhook-url.ts';
import { lintExcuse } from './lint-excuse.ts';
import { deepMarkdown, markdownNesting } from './markdown-nesting.ts';
import { missingWebhookUrl } from './missing-webhook-url.ts';
import { misspelledProperty } from './misspelled-property.ts';
import { redirectUri, redirectUriRepeated } from './redirect-uris.ts';
import {
  attributeInUse,
  confusableName,
  deprecatedVersion,
  duplicate,
  earlierVersion,
  identifierChanged,
  incrementTooSmall,
  publicByDefault,
  publisherNotVerified,
  reservedName,
  sharedAttribute,
  sharedCustomObject,
  unknownDependency,
} from './registry-rules.ts';
import type { Rule } from './rule.ts';
import {
  allowedValue,
  appName,
  entryCount,
  identifier,
  missingProperty,
  operatorTag,
  textLength,
  unexpectedType,
  unexpectedValue,
  unknownProperty,
  wrongType,
} from './schema-errors.ts';
import { secretInDefinition } from './secret-in-definition.ts';
import { secretDefault, settingDefaultType } from './setting-defaults.ts';
import { undeclaredSetting, unusedSetting } from './settings.ts';
import { leftoverPlaceholder, templateText } from './template-texts.ts';
import { missingTranslation, unusedTranslation } from './translations.ts';
import { unparseableUrl } from './unparseable-url.ts';
import { version } from './version.ts';
import { attributeRemoved, attributeTypeChanged, newRolesInPatch } from './version-changes.ts';
import { unknownAction, unusedAction } from './workflow-actions.ts';
import { unknownStep, unusedStep } from './workflow-steps.ts';

/** Every rule. `npm run generate` adds new ones at the end; move a line to change the order. */
export const ruleList: readonly Rule[] = [
  unknownProperty,
  missingProperty,
  wrongType,
  allowedValue,
  operatorTag,
  textLength,
  entryCount,
  appName,
  version,
  identifier,
  dependency,
  redirectUri,
  changelogVersion,
  attributeName,
  changelogCurrentVersion,
  dependencyRange,
  redirectUriRepeated,
  lifecycleWebhookUrl,
  attributeRepeated,
  iconUrl,
  addressScheme,
  markdownNesting,
  displayName,
  identifierChanged,
  duplicate,
  reservedName,
  confusableName,
  publisherNotVerified,
  unparseableUrl,
  unknownAction,
  undeclaredSetting,
  missingTranslation,
  settingDefaultType,
  unknownCustomObject,
  secretInDefinition,
  secretDefault,
  missingReleaseDate,
  standardKlassAsCustomObject,
  unknownAttributeType,
  misspelledProperty,
  leftoverPlaceholder,
  invalidEmail,
  selfDependency,
  unknownDependency,
  deprecatedVersion,
  sharedAttribute,
  sharedCustomObject,
  attributeInUse,
  earlierVersion,
  publicByDefault,
  unexpectedType,
  deepMarkdown,
  unexpectedValue,
  unusedAction,
  unknownStep,
  unusedStep,
  unusedSetting,
  unusedTranslation,
  unusedCustomObject,
  missingWebhookUrl,
  insecureUrl,
  privateHost,
  missingIcon,
  unsatisfiableRange,
  exactDependency,
  changelogOrder,
  templateText,
  incrementTooSmall,
  newRolesInPatch,
  attributeTypeChanged,
  attributeRemoved,
  lintExcuse,
];
