import { Resolver } from 'node:dns/promises';

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
