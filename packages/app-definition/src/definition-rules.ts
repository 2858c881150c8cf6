import type { JsonObject } from './json-value.ts';
import type { Refuse } from './problem-list.ts';
import { refuseAddressSchemes } from './rules/address-schemes.ts';
import { refuseChangelog } from './rules/changelog.ts';
import { refuseDependencies } from './rules/dependencies.ts';
import { refuseDisplayNames } from './rules/display-names.ts';
import { refuseIconUrl } from './rules/icon-url.ts';
import { refuseRepeatedAttributes } from './rules/klasses.ts';
import { refuseRedirectUris } from './rules/redirect-uris.ts';
import { refuseVersion } from './rules/version.ts';
import { refuseWebhookUrls } from './rules/webhook-urls.ts';

/**
 * The rules that JSON Schema cannot express. They run after the schema check, so that one response
 * lists every problem. Each rule skips values that the schema has refused.
 */
export function applyDefinitionRules(definition: JsonObject, refuse: Refuse): void {
  refuseVersion(definition, refuse);
  refuseDependencies(definition, refuse);
  refuseChangelog(definition, refuse);
  refuseRedirectUris(definition, refuse);
  refuseWebhookUrls(definition, refuse);
  refuseRepeatedAttributes(definition, refuse);
  applyListingRules(definition, refuse);
}

/** The rules for fields that an update without a new version changes too. */
export function applyListingRules(listing: JsonObject, refuse: Refuse): void {
  refuseDisplayNames(listing, refuse);
  refuseIconUrl(listing, refuse);
  refuseAddressSchemes(listing, refuse);
}
