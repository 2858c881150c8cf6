import type { JsonObject } from './json-value.ts';
import type { Warn } from './problem-list.ts';
import { warnAboutDefaultValues, warnAboutUndeclaredSettings } from './warnings/settings.ts';
import { warnAboutTranslations } from './warnings/translations.ts';
import { warnAboutComponentUrls, warnAboutListingUrls } from './warnings/urls.ts';
import { warnAboutWorkflowActions } from './warnings/workflow-actions.ts';

export { warnAboutListingUrls };

/**
 * Warns about what would only surface once the app is installed, without refusing it: while an
 * app is being built, its parts do not all fit yet. What keeps it from being installed comes first.
 */
export function warnAboutComponents(definition: JsonObject, warn: Warn): void {
  warnAboutComponentUrls(definition, warn);
  warnAboutWorkflowActions(definition, warn);
  warnAboutListingUrls(definition, warn);
  warnAboutUndeclaredSettings(definition, warn);
  warnAboutDefaultValues(definition, warn);
  warnAboutTranslations(definition, warn);
}
