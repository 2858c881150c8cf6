import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Principal } from '../authentication/principal.ts';
import type { RegistryDatabase } from '../stores.ts';

/** Revokes an API key at once. Revoking it again changes nothing. */
export async function revokeApiKey(
  { database, clock }: { database: RegistryDatabase; clock: Clock },
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
