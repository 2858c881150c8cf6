import { type Check, type Facts, failed, passed, unknown } from './check.ts';

const NAME = 'redirect_uri';
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?(?=\/|\?|$)/;

/** Whether the redirect URI is one of the app's, character by character (RFC 6749 section 3.1.2.3). */
export function checkRedirectUri({ request, client, installation }: Facts): Check[] {
  const given = request.parameters.get(NAME);
  if (given === undefined) {
    return request.parameters.get('grant_type') === 'refresh_token'
      ? []
      : [unknown(NAME, "The request has no 'redirect_uri' to compare.")];
  }
  const { app, redirectUris } = client;
  const where = installation ? `version ${installation.version} of ${app}` : app;
  if (redirectUris.length === 0) {
    const detail = `${where} has no redirect URI. Register a version with "redirectUris": [${JSON.stringify(shown(given))}], and install it.`;
    return [failed(NAME, detail, { parameter: NAME })];
  }
  if (redirectUris.some((uri) => uri === given || isSameLoopback(uri, given))) {
    return [passed(NAME, `It is registered with ${where}.`)];
  }
  return [difference(given, redirectUris, where)];
}

/** The port of a loopback address may differ (RFC 8252 section 7.3). */
function isSameLoopback(registered: string, given: string): boolean {
  if (!LOOPBACK.test(registered) || !LOOPBACK.test(given)) return false;
  const withoutPort = (uri: string) => uri.replace(/^(http:\/\/[^/?]*?):\d+(?=\/|\?|$)/, '$1');
  return withoutPort(registered) === withoutPort(given);
}

/** Compares with the registered URI that agrees longest. */
function difference(given: string, registered: readonly string[], where: string): Check {
  const [nearest = ''] = registered.toSorted(
    (one, other) => commonLength(other, given) - commonLength(one, given),
  );
  const position = commonLength(nearest, given);
  const at = (uri: string) =>
    position < uri.length ? `has '${shown(uri.slice(position))}'` : 'ends';
  const detail = `It differs from ${shown(nearest)}, which ${where} has, from character ${position + 1} on: the request ${at(given)} there, the registered one ${at(nearest)}.${hintOf(given, nearest)}`;
  const meta = { registered: registered.slice(0, 20), nearest, character: position + 1 };
  return failed(NAME, detail, { parameter: NAME, meta });
}

function hintOf(given: string, nearest: string): string {
  if (given === `${nearest}/` || nearest === `${given}/`) return ' A slash at the end counts.';
  if (given.toLowerCase() === nearest.toLowerCase()) return ' Capital letters count.';
  if (given.replace(/^http:/, 'https:') === nearest) return ' The scheme counts.';
  if (/%[0-9a-f]{2}/i.test(given) && decode(given) === nearest) return ' It is encoded twice.';
  return '';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function shown(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
