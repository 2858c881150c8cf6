import { problem, type VerifiedOrganizationRecord } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Actor } from '../audit/audit-store.ts';
import type { RegistryDatabase } from '../stores.ts';

/**
 * Records whether the operator has checked who an organization is.
 * @throws AppError `not_found` for an unknown organization
 */
export async function verifyOrganization(
  database: RegistryDatabase,
  actor: Actor,
  { id, verified }: { id: string; verified: boolean },
  context: RequestContext,
): Promise<VerifiedOrganizationRecord> {
  return database.transaction(async (stores) => {
    await stores.organizations.lock(id);
    const before = await stores.organizations.find(id);
    if (!before) {
      const detail = 'There is no organization of this id.';
      throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
    }
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
