import { type JsonObject, ownValue } from '../json/json-value.ts';
import { urlMaxLength } from '../schema/patterns.ts';
import { schemeOf } from '../text/addresses.ts';
import type { Report, Rule } from './rule.ts';
import { textLength } from './schema-errors.ts';

export const iconUrl: Rule = {
  name: 'icon-url',
  severity: 'error',
  title: 'Icon in a data URL',
  summary: '`iconUrl` is a `data:` URL that holds no image in base64.',
  expected: 'a `data:` URL of an image in base64',
  refuseListing: refuseIconUrl,
  why: 'An icon inside the definition is an image in base64: png, jpeg, gif, webp or svg+xml.',
  wrong: { iconUrl: 'data:text/html,icon' },
  right: { iconUrl: 'https://cdn.order-tracker.test/icon.png' },
};

export const missingIcon: Rule = {
  name: 'missing-icon',
  severity: 'warning',
  title: 'Missing icon',
  summary: 'The app has no icon for the app directory.',
  expected: 'an `iconUrl`',
  lint: reportMissingIcon,
  why: 'The directory and the consent page show the icon of the app.',
  wrong: { app: 'order_tracker', version: '1.0.0' },
  right: {
    app: 'order_tracker',
    version: '1.0.0',
    iconUrl: 'https://cdn.order-tracker.test/icon.png',
  },
  isWhole: true,
};

/** The icon that a `data:` URL holds, in base64 (RFC 2397). */
const dataIcon = /^data:(image\/(?:png|jpeg|gif|webp|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/;

/** The type and the bytes of an icon in base64; undefined for another URL. */
export function parseDataIcon(url: string): { type: string; base64: string } | undefined {
  const [, type, base64] = dataIcon.exec(url) ?? [];
  return type === undefined || base64 === undefined ? undefined : { type, base64 };
}

export function isDataUrl(url: string): boolean {
  return schemeOf(url) === 'data';
}

/** The schema refuses an icon of more than 64 KiB. */
function refuseIconUrl(definition: JsonObject, report: Report): void {
  const url = ownValue(definition, 'iconUrl');
  if (typeof url !== 'string') return;
  if (isDataUrl(url)) {
    if (parseDataIcon(url)) return;
    const detail = () =>
      '`iconUrl` is a `data:` URL of something else than an icon. Write data:image/png;base64, or the same with jpeg, gif, webp or svg+xml, and the image in base64.';
    report(iconUrl, ['iconUrl'], detail);
  } else if (url.length > urlMaxLength) {
    const detail = () =>
      `\`iconUrl\` is too long. Write a URL of at most ${urlMaxLength} characters.`;
    const expected = `at most ${urlMaxLength} characters`;
    report(textLength, ['iconUrl'], detail, { expected });
  }
}

/** Reports an app without an icon. */
function reportMissingIcon(definition: JsonObject, report: Report): void {
  const icon = ownValue(definition, 'iconUrl');
  if (icon !== undefined && icon !== '') return;
  const detail = () =>
    'The app has no icon. Add `iconUrl`: a PNG of at least 1200 x 1200 pixels, as a URL or a `data:` URL.';
  report(missingIcon, ['iconUrl'], detail);
}
