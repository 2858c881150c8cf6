import type { JsonObject } from './json-value.ts';
import type { Warn } from './problem-list.ts';
import { warnAboutReleaseDates } from './warnings/changelog.ts';
import { warnAboutCustomObjects } from './warnings/custom-objects.ts';
import { warnAboutKlasses } from './warnings/klasses.ts';
import {
  warnAboutLeftovers,
  warnAboutSelfDependency,
  warnAboutSupportEmail,
} from './warnings/listing.ts';
import { warnAboutMisspelledProperties } from './warnings/misspelled-properties.ts';
import {
  warnAboutDefaultValues,
  warnAboutSettingsInTexts,
  warnAboutUndeclaredSettings,
} from './warnings/settings.ts';
import { warnAboutTextKeys } from './warnings/text-keys.ts';
import { warnAboutTranslations } from './warnings/translations.ts';
import { warnAboutComponentUrls, warnAboutListingUrls } from './warnings/urls.ts';
import { warnAboutWorkflowActions } from './warnings/workflow-actions.ts';

export { warnAboutListingUrls };

/**
 * Warns about errors that would surface at installation. They never refuse a registration: an app
 * under construction is incomplete. Warnings that block installation come first.
 */
export function warnAboutComponents(definition: JsonObject, warn: Warn): void {
  warnAboutComponentUrls(definition, warn);
  warnAboutWorkflowActions(definition, warn);
  warnAboutSettingsInTexts(definition, warn);
  warnAboutListingUrls(definition, warn);
  warnAboutUndeclaredSettings(definition, warn);
  warnAboutDefaultValues(definition, warn);
  warnAboutTranslations(definition, warn);
  warnAboutTextKeys(definition, warn);
  warnAboutCustomObjects(definition, warn);
  warnAboutKlasses(definition, warn);
  warnAboutMisspelledProperties(definition, warn);
  warnAboutReleaseDates(definition, warn);
  warnAboutSupportEmail(definition, warn);
  warnAboutSelfDependency(definition, warn);
  warnAboutLeftovers(definition, warn);
}
