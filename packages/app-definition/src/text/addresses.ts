const leadingScheme = /^([A-Za-z][A-Za-z0-9+.-]*):/;

/** The scheme that browsers find in an address, in lower case; undefined for a relative one. */
export function schemeOf(address: string): string | undefined {
  return leadingScheme.exec(readByBrowsers(address))?.[1]?.toLowerCase();
}

/** Drops what the WHATWG parser drops: tabs, line breaks, and leading controls and spaces. */
export function readByBrowsers(address: string): string {
  return address.replaceAll(/[\t\n\r]+/g, '').replace(/^[\0- ]+/, '');
}

const webAddress = /^(https?:\/\/)([^/?#@\\]*)(.*)$/is;
const hostAndPort = /^(.*?)(:\d{0,5})?$/s;
const beyondAscii = /[^\0-\x7f]+/gu;

/** An address with an international host, as programs send it. */
export type AsciiAddress = {
  /** In A-labels (RFC 5890). */
  host: string;
  /** The whole address; other characters beyond ASCII are percent-encoded. */
  address: string;
};

/** @returns undefined for an address whose host is ASCII, or is no valid international host */
export function asciiAddress(text: string): AsciiAddress | undefined {
  const [, scheme = '', authority = '', rest = ''] = webAddress.exec(text) ?? [];
  const [, name = '', port = ''] = hostAndPort.exec(authority) ?? [];
  if (name.search(beyondAscii) === -1 || /\p{Surrogate}/u.test(text)) return undefined;
  if (!URL.canParse(`https://${name}`)) return undefined;
  const host = new URL(`https://${name}`).hostname;
  // Digits of other scripts become an IPv4 address.
  if (!host.includes('xn--') || host.includes('..')) return undefined;
  const encoded = rest.replaceAll(beyondAscii, (characters) => encodeURIComponent(characters));
  return { host, address: `${scheme}${host}${port}${encoded}` };
}

/** The problem with an international host, as the end of a sentence. */
export function internationalHostFault(text: string): string | undefined {
  const ascii = asciiAddress(text);
  return ascii && `has an international host. Write it in punycode: ${ascii.host}.`;
}
