import ipaddr from 'ipaddr.js';

/**
 * The key that an address counts for: an IPv4 address, or the /64 of an IPv6 address, since every
 * IPv6 customer has a /64 at least.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${prefix.toString()}/64`;
}
