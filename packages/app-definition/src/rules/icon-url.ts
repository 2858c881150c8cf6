import { type JsonObject, ownValue } from '../json-value.ts';
import type { Refuse } from '../problem-list.ts';
import { urlMaxLength } from '../schema/patterns.ts';
import { schemeOf } from '../url-scheme.ts';

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
export function refuseIconUrl(definition: JsonObject, refuse: Refuse): void {
  const url = ownValue(definition, 'iconUrl');
  if (typeof url !== 'string') return;
  if (isDataUrl(url)) {
    if (parseDataIcon(url)) return;
    const detail = () =>
      '`iconUrl` is a `data:` URL of something else than an icon. Write data:image/png;base64, or the same with jpeg, gif, webp or svg+xml, and the image in base64.';
    const expected = 'a `data:` URL of an image in base64';
    refuse(['iconUrl'], detail, () => ({ rule: 'icon-url', expected }));
  } else if (url.length > urlMaxLength) {
    const detail = () =>
      `\`iconUrl\` is too long. Write a URL of at most ${urlMaxLength} characters.`;
    const expected = `at most ${urlMaxLength} characters`;
    refuse(['iconUrl'], detail, () => ({ rule: 'text-length', expected }));
  }
}
