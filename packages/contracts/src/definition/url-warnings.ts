import type { Problem } from '../problem.ts';
import { field } from './json-access.ts';
import { quote } from './pointer.ts';
import type { AppDefinition } from './types.ts';
import { warning } from './warning.ts';

/** `{{…}}`, `{name}`, `${…}`, `<…>`, `%NAME%`, `[NAME]`: filled in before the URL is used. */
const TEMPLATE = /[{}<>]|\[[A-Za-z_ -]+\]|%[A-Z_]{3,}%/;

/** URLs that do not parse. Where a component is called by its URL, it cannot work. */
export function urlWarnings(definition: AppDefinition): Problem[] {
  const { commands = [], outboundWebhooks = [], widgets = [] } = definition;
  return [
    ...presentationUrls(definition).flatMap(([value, ...path]) =>
      isUrl(value, false) ? [] : [unparseable('unparseable_url', value, path)],
    ),
    ...Object.entries({ commands, outboundWebhooks, widgets }).flatMap(([component, elements]) =>
      elements.flatMap((element, index) => {
        const url = field(element, 'url');
        if (url === undefined || isUrl(url, component !== 'outboundWebhooks')) return [];
        return [unparseable('unreachable_component', url, [component, index, 'url'])];
      }),
    ),
  ];
}

type Located = [value: unknown, ...path: (string | number)[]];

function presentationUrls(definition: AppDefinition): Located[] {
  const { iconUrl, website, releaseNotesUrl, screenshots = [], appDetails = {} } = definition;
  const { appDeveloper, externalPlatform, documentationLinks = [] } = appDetails;
  const located: Located[] = [
    [iconUrl, 'iconUrl'],
    [website, 'website'],
    [releaseNotesUrl, 'releaseNotesUrl'],
    ...screenshots.map((url, index): Located => [url, 'screenshots', index]),
    [appDeveloper?.website, 'appDetails', 'appDeveloper', 'website'],
    [externalPlatform?.website, 'appDetails', 'externalPlatform', 'website'],
    ...documentationLinks.map(
      ({ url }, index): Located => [url, 'appDetails', 'documentationLinks', index, 'url'],
    ),
    [field(definition.settingsPageConfig, 'url'), 'settingsPageConfig', 'url'],
  ];
  return located.filter(([value]) => value !== undefined);
}

function isUrl(value: unknown, relativeAllowed: boolean): boolean {
  if (typeof value !== 'string') return false;
  if (TEMPLATE.test(value)) return true;
  if (relativeAllowed && value.startsWith('/')) return true;
  return URL.canParse(value) && /^https?:/i.test(value);
}

function unparseable(
  code: 'unparseable_url' | 'unreachable_component',
  value: unknown,
  path: (string | number)[],
): Problem {
  const found = typeof value === 'string' ? quote(value) : 'This';
  return warning(code, `${found} is not an absolute http or https URL.`, ...path);
}
