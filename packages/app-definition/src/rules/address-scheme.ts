import { exactPointer, type Path } from '../json/json-pointer.ts';
import { type JsonObject, quote } from '../json/json-value.ts';
import { readByBrowsers, schemeOf } from '../text/addresses.ts';
import type { CheckContext, Fix, Report, Rule } from './rule.ts';

export const addressScheme: Rule = {
  name: 'address-scheme',
  severity: 'error',
  title: 'Scheme of an address',
  summary: 'An address has another scheme than https and http.',
  expected: 'an https or http address',
  refuseListing: refuseAddressSchemes,
  why: 'People and browsers open the addresses of a definition, and `javascript:` or `data:` would run a script there. Icons may also be images (`data:image/…`), and the addresses of the developer a mailbox (`mailto:`). Redirect URIs have a rule of their own.',
  wrong: { website: 'javascript:void(0)' },
  right: { website: 'https://order-tracker.test' },
};

/** Names of properties that hold addresses in components, `auth` and the listing. */
const addressName = /^(?:ur[il]|href|website)$|(?:Ur[il]|UR[IL])$/;
/** Addresses with a rule of their own. */
const redirectName = /^redirect/;
/** Properties whose keys the author chooses. */
const withoutAddresses = new Set<unknown>([
  'redirectUris',
  'lifecycleWebhooks',
  'i18n',
  'shortcuts',
  'changelog',
]);

/** A host with a port looks like a scheme: `localhost:3000/page`. */
const hostAndPort = /^[a-z0-9.-]+:\d{1,5}(?:[/?#]|$)/i;

/** Refuses addresses of another scheme than https and http: a browser could run them as a script. */
function refuseAddressSchemes(_: JsonObject, report: Report, { texts }: CheckContext): void {
  for (const { path, text } of texts) {
    if (!withoutAddresses.has(path[0]) && isAddress(path)) refuseScheme(text, path, report);
  }
}

function isAddress(path: Path): boolean {
  const [property, , third] = path;
  if (property === 'screenshots') return path.length === 2;
  if (property === 'widgets' && third === 'icon') return path.length === 3;
  const name = path.at(-1);
  if (typeof name !== 'string') return false;
  return name === 'supportEmail' || (addressName.test(name) && !redirectName.test(name));
}

function refuseScheme(address: string, path: Path, report: Report): void {
  const scheme = schemeOf(address);
  if (scheme === undefined || isAllowed(scheme, address, path)) return;
  const last = path.at(-1);
  const field = typeof last === 'number' ? `${path.at(-2)}[${last}]` : last;
  const detail = () =>
    `\`${field}\` is ${quote(address)}, whose scheme is \`${scheme}:\`. Write an address with https: or http:.`;
  report(addressScheme, path, detail, { fix: () => withHttps(address, path) });
}

function isAllowed(scheme: string, address: string, path: Path): boolean {
  if (scheme === 'https' || scheme === 'http') return true;
  if (scheme === 'mailto') return isOfPerson(path);
  // The rule of icons refuses every other `data:` URL of `iconUrl`.
  if (scheme === 'data' && path[0] === 'iconUrl') return true;
  return path[2] === 'icon' && /^data:image\//i.test(readByBrowsers(address));
}

function isOfPerson([property, detail]: Path): boolean {
  return (
    property === 'appDetails' && (detail === 'appDeveloper' || detail === 'documentationLinks')
  );
}

function withHttps(address: string, path: Path): Fix {
  if (!hostAndPort.test(address)) return undefined;
  return [{ op: 'replace', path: exactPointer(path), value: `https://${address}` }];
}
