import { isIPv6 } from 'node:net';

/** An IPv6 customer has a /64 at least, which holds more addresses than can be counted one by one. */
const NETWORK_GROUPS = 4;

/** What is counted as one: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%');
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(withoutZone)) return address;
  // A URL writes an address in its one canonical form.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
