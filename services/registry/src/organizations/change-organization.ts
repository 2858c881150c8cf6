import { randomBytes } from 'node:crypto';
import {
  type EnsuredOrganization,
  problem,
  type VerifiedOrganizationRecord,
} from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { lockOrganization } from './lock-organization.ts';
import type { Organization, OrganizationStores } from './organization-store.ts';

export type OrganizationDatabase = Database<OrganizationStores & AuditStores>;

/** Creates an organization. Its id is 24 hexadecimal characters, for it becomes part of app names. */
export async function createOrganization(
  database: OrganizationDatabase,
  actor: Actor,
  name: string,
  context: RequestContext,
): Promise<Organization> {
  return database.transaction((stores) => insertOrganization(stores, actor, name, context));
}

/** The part in a transaction. */
async function insertOrganization(
  stores: OrganizationStores & AuditStores,
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

/**
 * The organization of a name, created if there is none. The same request at the same time creates
 * one organization.
 * @throws AppError `ambiguous_name` where more than one organization has the name
 */
export async function ensureOrganization(
  database: OrganizationDatabase,
  actor: Actor,
  name: string,
  context: RequestContext,
): Promise<EnsuredOrganization> {
  return database.transaction(async (stores) => {
    await stores.organizations.lockNames();
    const found = await stores.organizations.findByName(name);
    const [organization] = found;
    if (!organization) {
      const created = await insertOrganization(stores, actor, name, context);
      return { ...created, verified: false, created: true };
    }
    if (found.length === 1) return { ...organization, created: false };
    const ids = found.map(({ id }) => id);
    const detail = `More than one organization has this name: ${ids.join(', ')} and maybe others. Give the id of the one that you mean.`;
    throw new AppError(problem('ambiguous_name', detail, { pointer: '/name' }));
  });
}

/**
 * Records whether the operator has checked who an organization is.
 * @throws AppError `not_found` for an unknown organization
 */
export async function verifyOrganization(
  database: OrganizationDatabase,
  actor: Actor,
  { id, verified }: { id: string; verified: boolean },
  context: RequestContext,
): Promise<VerifiedOrganizationRecord> {
  return database.transaction(async (stores) => {
    const before = await lockOrganization(stores, id);
    await stores.organizations.setVerified(id, verified);
    await stores.audit.record({
      actor,
      action: verified ? 'organization.verified' : 'organization.unverified',
      subject: id,
      organizationId: id,
      context,
      before: { verified: before.verified },
      after: { verified },
    });
    return { id, name: before.name, verified };
  });
}
