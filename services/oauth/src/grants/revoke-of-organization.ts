import type { GrantRevocationAnswer, GrantRevocationRequest } from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/http-api';
import { type AuditStore, registry } from '../audit/audit-store.ts';
import type { AccessStore } from './access-store.ts';

export type OrganizationRevocationDependencies = { access: AccessStore; audit: AuditStore };

/** Revokes the grants of an app that an organization has uninstalled. */
export async function revokeGrantsOfOrganization(
  { access, audit }: OrganizationRevocationDependencies,
  request: GrantRevocationRequest,
  context: RequestContext,
): Promise<GrantRevocationAnswer> {
  await access.forgetConsents(request);
  let revoked = 0;
  let some: number;
  do {
    some = await access.revokeSomeOfInstallation(request);
    revoked += some;
  } while (some > 0);
  if (revoked > 0) {
    await audit.record({
      actor: registry,
      action: 'organization_grants.revoked',
      subject: request.clientId,
      organizationId: request.organizationId,
      context,
      detail: { revoked },
    });
  }
  return { revoked };
}
