import type { JsonObject } from './json-value.ts';
import type { Warn } from './problem-list.ts';
import { warnAboutDefaultValues, warnAboutUndeclaredSettings } from './warnings/settings.ts';
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
  warnAboutListingUrls(definition, warn);
  warnAboutUndeclaredSettings(definition, warn);
  warnAboutDefaultValues(definition, warn);
  warnAboutTranslations(definition, warn);
}
