import { exactPointer } from '../json/json-pointer.ts';
import { elementsOf, type JsonObject, ownValue } from '../json/json-value.ts';
import { accessProperties } from '../schema/access.ts';
import { redirectUriPattern, urlMaxLength } from '../schema/patterns.ts';
import { asciiAddress, internationalHostFault } from '../text/addresses.ts';
import type { Fix, Report, Rule } from './rule.ts';

export const redirectUri: Rule = {
  name: 'redirect-uri',
  severity: 'error',
  title: 'Redirect URI',
  summary: 'A redirect URI cannot safely receive an authorization code.',
  expected: 'an https URI, or http on a loopback host',
  refuse: refuseRedirectUris,
  why: 'Whoever reads an authorization code can act for the user. So the URI uses https, or stays on the device: http on a loopback host, or a private-use scheme that holds a dot (RFC 8252). A fragment or a wildcard would let the code reach other pages.',
  wrong: { redirectUris: ['http://apps.order-tracker.test/callback'] },
  right: {
    redirectUris: ['https://apps.order-tracker.test/callback', 'http://localhost:8080/callback'],
  },
};

export const redirectUriRepeated: Rule = {
  name: 'redirect-uri-repeated',
  severity: 'error',
  title: 'Repeated redirect URI',
  summary: 'A redirect URI appears more than once.',
  expected: 'each URI once',
  why: 'A repeated URI is usually a copy that should have been changed.',
  wrong: {
    redirectUris: [
      'https://apps.order-tracker.test/callback',
      'https://apps.order-tracker.test/callback',
    ],
  },
  right: {
    redirectUris: [
      'https://apps.order-tracker.test/callback',
      'https://staging.order-tracker.test/callback',
    ],
  },
};

const expression = new RegExp(redirectUriPattern, 'u');

/** The characters of RFC 3986 except `#`, and percent-encoded octets. */
const uriCharacters = /^(?:[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

/** Matched as text: `new URL` also reads `http://127.1` and `http://2130706433` as loopback. */
const loopbackAuthority = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

function refuseRedirectUris(definition: JsonObject, report: Report): void {
  const { maxItems } = accessProperties.redirectUris;
  const uris = elementsOf(ownValue(definition, 'redirectUris')).slice(0, maxItems);
  const seen = new Set<string>();
  const isNative = uris.some((uri) => typeof uri === 'string' && isOfNativeApp(uri));
  for (const [index, uri] of uris.entries()) {
    if (typeof uri !== 'string' || uri.length > urlMaxLength) continue;
    if (!expression.test(uri)) continue;
    const fault =
      redirectUriFault(uri) ??
      (seen.has(uri) ? repeated : undefined) ??
      (isNative && isLoopbackHttps(uri) ? loopbackHttpsFault : undefined);
    seen.add(uri);
    if (fault !== undefined) reportFault(uri, index, fault, report);
  }
}

function reportFault(uri: string, index: number, fault: string, report: Report): void {
  const rule = fault === repeated ? redirectUriRepeated : redirectUri;
  const detail = () => `\`redirectUris[${index}]\` ${fault}`;
  const fix = () => fixRedirectUri(uri, index, fault);
  report(rule, ['redirectUris', index], detail, { fix });
}

const repeated = 'appears twice. Keep one.';

function fixRedirectUri(uri: string, index: number, fault: string): Fix {
  const path = exactPointer(['redirectUris', index]);
  if (fault === repeated) return [{ op: 'remove', path }];
  const ascii = asciiAddress(uri);
  if (ascii) return [{ op: 'replace', path, value: ascii.address }];
  const [scheme, other] =
    fault === loopbackHttpsFault ? [/^https:/i, 'http:'] : [/^http:/i, 'https:'];
  return scheme.test(uri)
    ? [{ op: 'replace', path, value: uri.replace(scheme, other) }]
    : undefined;
}

/**
 * The redirect URIs that a registration would accept together. Versions that were registered before
 * a rule may have others.
 */
export function acceptedRedirectUris(uris: readonly string[]): {
  redirectUris: string[];
  /** Whether they are those of a native app (RFC 8252): one of them is not https. */
  isNative: boolean;
} {
  const valid = uris.filter((uri) => expression.test(uri) && redirectUriFault(uri) === undefined);
  const isNative = valid.some(isOfNativeApp);
  const redirectUris = isNative ? valid.filter((uri) => !isLoopbackHttps(uri)) : valid;
  return { redirectUris, isNative };
}

function isOfNativeApp(uri: string): boolean {
  return !/^https:/i.test(uri);
}

/** OpenID Connect Dynamic Client Registration, section 2, `application_type`. */
const loopbackHttpsFault =
  'uses https on a loopback host beside URIs of a native app. Write http for it, or remove the http and private-use URIs.';

/** Whether a URI is `https` on a loopback host, which a native app cannot have. */
function isLoopbackHttps(uri: string): boolean {
  return (
    URL.canParse(uri) &&
    /^https:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/.test(new URL(uri).href)
  );
}

/** The problem with an absolute URI as a redirect URI, if any. */
function redirectUriFault(uri: string): string | undefined {
  const international = internationalHostFault(uri);
  if (international) return international;
  if (!uriCharacters.test(uri)) {
    return 'holds a character that is not allowed in a URI. Percent-encode it.';
  }
  const colon = uri.indexOf(':');
  const scheme = uri.slice(0, colon).toLowerCase();
  const authority = /^\/\/([^/?]*)/.exec(uri.slice(colon + 1))?.[1];
  if (authority?.includes('@')) {
    return 'holds user information before its host. Remove it and the @ after it.';
  }
  if (scheme === 'https' || scheme === 'http') return webFault(uri, scheme, authority ?? '');
  if (scheme.includes('.')) return undefined;
  return 'has a scheme that cannot be used. Write https, or a private-use scheme that holds a dot, such as com.example.tracker:/callback.';
}

function webFault(uri: string, scheme: string, authority: string): string | undefined {
  // `URL` decodes a percent-encoded wildcard in the host.
  if (authority === '' || !URL.canParse(uri) || new URL(uri).host.includes('*')) {
    return 'names no host that can be reached. Write one as in https://apps.example.com/oauth/callback.';
  }
  if (scheme === 'https' || loopbackAuthority.test(authority)) return undefined;
  return 'uses http. Write https; http is for localhost, 127.0.0.1 and [::1] only.';
}
