import { exactPointer, type Path } from '../json/json-pointer.ts';
import { elementsOf, type JsonObject, ownValue, quote } from '../json/json-value.ts';
import { schemeOf } from '../text/addresses.ts';
import { holdsPlaceholder } from '../text/texts.ts';
import type { Fix, Report, Rule } from './rule.ts';

export const unparseableUrl: Rule = {
  name: 'unparseable-url',
  severity: 'warning',
  title: 'URL that cannot be read',
  warning: 'A URL cannot be read',
  summary: 'A URL is not an absolute http or https URL.',
  expected: 'an absolute https URL',
  warn: warnAboutComponentUrls,
  warnListing: warnAboutListingUrls,
  why: 'The product cannot call or show a URL without a scheme and a host. It blocks the installation where a component calls the URL.',
  wrong: { website: 'order-tracker' },
  right: { website: 'https://order-tracker.test' },
};

/** Components with a `url`: whether it may be a path, and whether a bad one blocks installation. */
const componentUrls = [
  { property: 'commands', mayBePath: true, blocks: true },
  { property: 'outboundWebhooks', mayBePath: false, blocks: true },
  { property: 'widgets', mayBePath: true, blocks: true },
] as const;

/** Warns about bad URLs of commands, outbound webhooks, widgets and the settings page. */
function warnAboutComponentUrls(definition: JsonObject, report: Report): void {
  for (const { property, mayBePath, blocks } of componentUrls) {
    for (const [index, component] of elementsOf(ownValue(definition, property)).entries()) {
      const url = ownValue(component, 'url');
      if (mayBePath && isPath(url)) continue;
      warnAboutUrl(url, [property, index, 'url'], report, blocks);
    }
  }
  const page = ownValue(ownValue(definition, 'settingsPageConfig'), 'url');
  if (!isPath(page)) warnAboutUrl(page, ['settingsPageConfig', 'url'], report);
}

/** Warns about bad URLs of images and links in the listing. */
function warnAboutListingUrls(definition: JsonObject, report: Report): void {
  for (const name of ['iconUrl', 'website', 'releaseNotesUrl']) {
    warnAboutUrl(ownValue(definition, name), [name], report);
  }
  for (const [index, url] of elementsOf(ownValue(definition, 'screenshots')).entries()) {
    warnAboutUrl(url, ['screenshots', index], report);
  }
  const details = ownValue(definition, 'appDetails');
  for (const name of ['appDeveloper', 'externalPlatform']) {
    const website = ownValue(ownValue(details, name), 'website');
    warnAboutUrl(website, ['appDetails', name, 'website'], report);
  }
  const links = elementsOf(ownValue(details, 'documentationLinks'));
  for (const [index, link] of links.entries()) {
    const path = ['appDetails', 'documentationLinks', index, 'url'];
    warnAboutUrl(ownValue(link, 'url'), path, report);
  }
}

function warnAboutUrl(url: unknown, path: Path, report: Report, blocks = false): void {
  if (typeof url !== 'string' || isWebUrl(url) || holdsPlaceholder(url)) return;
  const scheme = schemeOf(url);
  // The rule of schemes refuses any other, or accepts it there: `data:` of an icon, `mailto:` of a person.
  if (scheme !== undefined && !/^https?$/.test(scheme)) return;
  const detail = () =>
    `\`${path.at(-1)}\` is ${quote(url)}, which is not an absolute http or https URL. Write one such as https://apps.example.com/page.`;
  const fix = (): Fix => {
    if (!hostAndPath.test(url)) return undefined;
    return [{ op: 'replace', path: exactPointer(path), value: `https://${url}` }];
  };
  report(unparseableUrl, path, detail, { blocks, fix });
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
