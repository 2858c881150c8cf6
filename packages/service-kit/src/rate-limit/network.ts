import { ipKeyGenerator } from 'express-rate-limit';

/** An IPv6 customer has a /64 at least, which holds more addresses than can be counted one by one. */
const IPV6_SUBNET = 64;

/** What is counted as one: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  return address.includes(':') ? ipKeyGenerator(address, IPV6_SUBNET) : address;
}
