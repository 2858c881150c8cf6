import type { GrantRevocationAnswer, GrantRevocationRequest } from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/service-kit';
import { type AuditStore, registry } from '../audit/audit-store.ts';
import type { AccessStore } from './access-store.ts';

export type OrganizationRevocationDependencies = { access: AccessStore; audit: AuditStore };

/** An organization has uninstalled an app: what its users granted to it ends. */
export async function revokeGrantsOfOrganization(
  { access, audit }: OrganizationRevocationDependencies,
  request: GrantRevocationRequest,
  context: RequestContext,
): Promise<GrantRevocationAnswer> {
  await access.forgetConsents(request);
  let revoked = 0;
  let some: number;
  do {
    some = await access.revokeSomeOfOrganization(request);
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
