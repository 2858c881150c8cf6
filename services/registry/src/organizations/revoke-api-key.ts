import { problem } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import { AppError, type RequestContext } from '@app-platform/service-kit';
import type { Principal } from '../authentication/principal.ts';
import type { Database } from '../database/database.ts';

/** Revokes an API key at once. Revoking it again changes nothing. */
export async function revokeApiKey(
  { database, clock }: { database: Database; clock: Clock },
  principal: Principal,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { organizationId } = principal;
  await database.transaction(async (stores) => {
    if (!(await stores.apiKeys.find(organizationId, id))) {
      const detail = 'Your organization has no API key of this id.';
      throw new AppError(problem('not_found', detail, { parameter: 'id' }));
    }
    const revoked = await stores.apiKeys.revoke(organizationId, id, clock());
    if (!revoked) return;
    await stores.audit.record({
      actor: principal,
      action: 'api_key.revoked',
      subject: id,
      organizationId,
      context,
    });
  });
}
