import { randomBytes } from 'node:crypto';
import type { RequestContext } from '@app-platform/http-api';
import type { Actor } from '../audit/audit-store.ts';
import type { RegistryDatabase, Stores } from '../stores.ts';
import type { Organization } from './organization-store.ts';

/** Creates an organization. Its id is 24 hexadecimal characters, for it becomes part of app names. */
export async function createOrganization(
  database: RegistryDatabase,
  actor: Actor,
  name: string,
  context: RequestContext,
): Promise<Organization> {
  return database.transaction((stores) => insertOrganization(stores, actor, name, context));
}

/** The part in a transaction. */
export async function insertOrganization(
  stores: Stores,
  actor: Actor,
  name: string,
  context: RequestContext,
): Promise<Organization> {
  const organization = { id: randomBytes(12).toString('hex'), name };
  await stores.organizations.create(organization);
  await stores.audit.record({
    actor,
    action: 'organization.created',
    subject: organization.id,
    organizationId: organization.id,
    context,
    after: { name },
  });
  return organization;
}
