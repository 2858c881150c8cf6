import { exactPointer } from '../json/json-pointer.ts';
import { type JsonObject, quote } from '../json/json-value.ts';
import type { Text } from '../text/texts.ts';
import type { CheckContext, Report, Rule } from './rule.ts';

export const insecureUrl: Rule = {
  name: 'insecure-url',
  severity: 'warning',
  title: 'Unencrypted URL',
  summary: 'A URL uses http.',
  expected: 'an https URL',
  lint: reportHosts,
  why: 'Everybody on the way can read and change what is sent over http.',
  wrong: { website: 'http://order-tracker.test' },
  right: { website: 'https://order-tracker.test' },
};

export const privateHost: Rule = {
  name: 'private-host',
  severity: 'warning',
  title: 'Private host',
  summary: 'A URL names a host that only your own network reaches.',
  expected: 'a public host',
  why: 'Loopback addresses, private networks (RFC 1918) and names such as `.local` and `.internal` mean another host for each user, or none. Redirect URIs on a loopback host are allowed.',
  wrong: { commands: [{ url: 'https://10.0.0.7/refunds' }] },
  right: { commands: [{ url: 'https://api.order-tracker.test/refunds' }] },
};

/** The scheme and the host of a URL, which may hold template expressions after it. */
const webUrl = /^\s*(https?):\/\/(?:[^\s/?#@]*@)?(\[[^\]]*\]|[^\s/?#:]*)/i;

/** Reports URLs that use http, and URLs of private hosts. */
function reportHosts(_: JsonObject, report: Report, { texts }: CheckContext): void {
  for (const text of texts) {
    if (text.path[0] === '$schema') continue;
    const [, scheme, host] = webUrl.exec(text.text) ?? [];
    if (scheme === undefined || host === undefined || isNativeRedirect(text, host)) continue;
    if (isPrivateHost(host)) reportPrivateHost(text, host, report);
    else if (scheme.toLowerCase() === 'http') reportHttp(text, report);
  }
}

/** Native apps receive authorization codes on a loopback host (RFC 8252, section 7.3). */
function isNativeRedirect({ path }: Text, host: string): boolean {
  return path[0] === 'redirectUris' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/i.test(host);
}

function reportHttp({ path, text }: Text, report: Report): void {
  // Registration refuses it.
  if (path[0] === 'redirectUris') return;
  const detail = () =>
    `${quote(text)} uses http, so that everybody on the way can read and change it. Write https.`;
  const value = text.replace(/^\s*http:/i, 'https:');
  const fix = () => [{ op: 'replace' as const, path: exactPointer(path), value }];
  report(insecureUrl, path, detail, { fix });
}

function reportPrivateHost({ path, text }: Text, host: string, report: Report): void {
  const detail = () =>
    `${quote(text)} names the host ${quote(host)}, which the platform and its users do not reach. Write a public host.`;
  report(privateHost, path, detail);
}

function isPrivateHost(host: string): boolean {
  if (host === '' || host.includes('{') || host.includes('$') || host.includes('<')) return false;
  const name = normalized(host);
  if (name.startsWith('[')) return isPrivateV6(name.slice(1, -1));
  if (/^\d+(?:\.\d+){3}$/.test(name)) return isPrivateV4(name.split('.').map(Number));
  return /^[^.]+$|\.(?:localhost|local|internal|intranet|lan|home\.arpa|corp|home)$/.test(name);
}

/** As a browser reads it: `127.1` and `0x7f000001` are `127.0.0.1`. */
function normalized(host: string): string {
  const address = `http://${host}`;
  const read = URL.canParse(address) ? new URL(address).hostname : host.toLowerCase();
  return read.endsWith('.') ? read.slice(0, -1) : read;
}

/** RFC 1122, RFC 1918, RFC 3927 and RFC 6598. */
function isPrivateV4([first = 0, second = 0]: readonly number[]): boolean {
  if (first === 0 || first === 10 || first === 127) return true;
  if (first === 172) return second >= 16 && second <= 31;
  if (first === 100) return second >= 64 && second <= 127;
  return (first === 192 && second === 168) || (first === 169 && second === 254);
}

/** Loopback, unique local (RFC 4193), link-local, and IPv4 addresses in IPv6 form. */
function isPrivateV6(address: string): boolean {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high !== undefined && low !== undefined) {
    const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return isPrivateV4([upper >> 8, upper & 255, lower >> 8, lower & 255]);
  }
  return (
    address === '::' || address === '::1' || /^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/.test(address)
  );
}
