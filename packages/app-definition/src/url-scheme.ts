const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/;

/** The scheme that browsers find in an address, in lower case; undefined for a relative one. */
export function schemeOf(address: string): string | undefined {
  return scheme.exec(readByBrowsers(address))?.[1]?.toLowerCase();
}

/** Without what the parser of WHATWG drops: tabs, line breaks, and controls and spaces before the rest. */
export function readByBrowsers(address: string): string {
  return address.replaceAll(/[\t\n\r]+/g, '').replace(/^[\0- ]+/, '');
}
