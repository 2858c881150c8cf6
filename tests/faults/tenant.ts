import { Browser } from '@app-platform/testing/http/browser';
import { HttpClient } from '@app-platform/testing/load/http-client';
import type { Observations } from '@app-platform/testing/load/observations';
import type { ServiceName } from '@app-platform/testing/servers/replica';
import type { ReplicatedServices } from '../platform/cluster.ts';
import { type Member, newMember } from '../platform/external-app.ts';

/** An organization with an API key and a user, who have a network address and a browser. */
export type Tenant = Member & { client: HttpClient; browser: Browser };

/** @param number from 1 to 250, each once */
export async function createTenant(
  { baseUrl, oauthUrl, replicas }: ReplicatedServices,
  number: number,
  observations: Observations,
): Promise<Tenant> {
  const services = new Map<string, ServiceName>([
    [new URL(baseUrl).host, 'registry'],
    [new URL(oauthUrl).host, 'oauth'],
  ]);
  const client = new HttpClient(`127.0.1.${number}`, services, observations);
  const [registry] = replicas.registry;
  const [oauth] = replicas.oauth;
  const member = await newMember(
    { registryInternalUrl: registry.internalUrl, oauthInternalUrl: oauth.internalUrl },
    { email: `user${number}@example.com` },
  );
  return { ...member, client, browser: new Browser({ send: client.send }) };
}
