import type { RegistryClient } from '../registry-client/registry-client.ts';

export type OrganizationNames = Pick<RegistryClient, 'findOrganizationName'>;

/** The name of an organization on a page, or its id: the name is not worth an error page. */
export async function organizationName(registry: OrganizationNames, id: string): Promise<string> {
  return (await registry.findOrganizationName(id).catch(() => undefined)) ?? id;
}
