import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** RFC 4291, section 2.4: what is assigned for global unicast. It leaves out NAT64 and IPv4 forms. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's WireServer: a public address that every virtual machine reaches. */
const azureHost = '168.63.129.16';

export type AddressKind = 'public' | 'loopback' | 'other';

/**
 * Which network an IP address belongs to. Everything that is not assigned for the public internet is
 * `other`: private, shared, link-local, metadata, multicast, documentation, transition mechanisms.
 */
export function addressKind(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'other';
  // An IPv4 address in an IPv6 one is judged as what it is.
  const address = ipaddr.process(text);
  if (address.toString() === azureHost) return 'other';
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'other';
  const isGlobal = address instanceof ipaddr.IPv4 || address.match(globalUnicast);
  return isGlobal ? 'public' : 'other';
}

/** @returns the IP addresses of a host name; none where it has none */
export type ResolveHost = (host: string) => Promise<string[]>;

export type DnsOptions = {
  /** Name servers, instead of those of this machine. */
  servers?: string[];
  timeoutMilliseconds?: number;
};

/**
 * Asks the name servers themselves. `dns.lookup` would let slow names of strangers fill the four
 * threads that the whole process shares, and reads names from files of this machine.
 */
export function dnsResolver({
  servers,
  timeoutMilliseconds = 2_000,
}: DnsOptions = {}): ResolveHost {
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
