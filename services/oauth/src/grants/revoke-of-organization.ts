import type { GrantRevocationAnswer, GrantRevocationRequest } from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/http-api';
import { type AuditEvent, type AuditStore, registry } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { AccessStore } from './access-store.ts';

export type OrganizationRevocationDependencies = {
  database: Database;
  access: AccessStore;
  audit: AuditStore;
};

/** Revokes the grants of an app that an organization has uninstalled. Each transaction has its audit row. */
export async function revokeGrantsOfOrganization(
  { database, access, audit }: OrganizationRevocationDependencies,
  request: GrantRevocationRequest,
  context: RequestContext,
): Promise<GrantRevocationAnswer> {
  const { clientId: subject, organizationId } = request;
  const record = (action: AuditEvent['action'], detail: AuditEvent['detail'] & object) =>
    audit.record({ actor: registry, action, subject, organizationId, context, detail });
  await database.transaction(async () => {
    const consents = await access.forgetConsents(request);
    if (consents > 0) await record('consents.removed', { consents });
  });
  const revokeSome = async () => {
    const revoked = await access.revokeSomeOfInstallation(request);
    if (revoked > 0) await record('organization_grants.revoked', { revoked });
    return revoked;
  };
  let revoked = 0;
  let some: number;
  do {
    some = await database.transaction(revokeSome);
    revoked += some;
  } while (some > 0);
  return { revoked };
}
