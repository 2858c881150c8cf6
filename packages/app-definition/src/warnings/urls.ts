import { exactPointer, type Path } from '../json-pointer.ts';
import { elementsOf, type JsonObject, ownValue, quote } from '../json-value.ts';
import type { Warn } from '../problem-list.ts';
import { schemeOf } from '../url-scheme.ts';
import { holdsPlaceholder } from './placeholders.ts';

/** Components with a `url`: whether it may be a path, and whether a bad one blocks installation. */
const componentUrls = [
  { property: 'commands', mayBePath: true, blocks: true },
  { property: 'outboundWebhooks', mayBePath: false, blocks: true },
  { property: 'widgets', mayBePath: true, blocks: true },
] as const;

/** Warns about bad URLs of commands, outbound webhooks, widgets and the settings page. */
export function warnAboutComponentUrls(definition: JsonObject, warn: Warn): void {
  for (const { property, mayBePath, blocks } of componentUrls) {
    for (const [index, component] of elementsOf(ownValue(definition, property)).entries()) {
      const url = ownValue(component, 'url');
      if (mayBePath && isPath(url)) continue;
      warnAboutUrl(url, [property, index, 'url'], warn, blocks);
    }
  }
  const page = ownValue(ownValue(definition, 'settingsPageConfig'), 'url');
  if (!isPath(page)) warnAboutUrl(page, ['settingsPageConfig', 'url'], warn);
}

/** Warns about bad URLs of images and links in the listing. */
export function warnAboutListingUrls(definition: JsonObject, warn: Warn): void {
  for (const name of ['iconUrl', 'website', 'releaseNotesUrl']) {
    warnAboutUrl(ownValue(definition, name), [name], warn);
  }
  for (const [index, url] of elementsOf(ownValue(definition, 'screenshots')).entries()) {
    warnAboutUrl(url, ['screenshots', index], warn);
  }
  const details = ownValue(definition, 'appDetails');
  for (const name of ['appDeveloper', 'externalPlatform']) {
    const website = ownValue(ownValue(details, name), 'website');
    warnAboutUrl(website, ['appDetails', name, 'website'], warn);
  }
  const links = elementsOf(ownValue(details, 'documentationLinks'));
  for (const [index, link] of links.entries()) {
    const path = ['appDetails', 'documentationLinks', index, 'url'];
    warnAboutUrl(ownValue(link, 'url'), path, warn);
  }
}

function warnAboutUrl(url: unknown, path: Path, warn: Warn, blocks = false): void {
  if (typeof url !== 'string' || isWebUrl(url) || holdsPlaceholder(url)) return;
  const scheme = schemeOf(url);
  // The rule of schemes refuses any other, or accepts it there: `data:` of an icon, `mailto:` of a person.
  if (scheme !== undefined && !/^https?$/.test(scheme)) return;
  const detail = () =>
    `\`${path.at(-1)}\` is ${quote(url)}, which is not an absolute http or https URL. Write one such as https://apps.example.com/page.`;
  warn('unparseable_url', path, detail, blocks, () => {
    if (!hostAndPath.test(url)) return undefined;
    return [{ op: 'replace', path: exactPointer(path), value: `https://${url}` }];
  });
}

/** A URL whose scheme is missing. */
const hostAndPath = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]\S*)?$/i;

function isWebUrl(text: string): boolean {
  return /^\s*https?:\/\//i.test(text) && URL.canParse(text);
}

/** A path on the host of the app; `//host` names another host. */
function isPath(url: unknown): boolean {
  return typeof url === 'string' && /^\/(?!\/)/.test(url);
}
