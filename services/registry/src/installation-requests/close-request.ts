import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { askingUser, isAdministrator } from './asking-user.ts';

/**
 * Ends a request without an installation: an administrator dismisses any, a user withdraws an own one.
 * @throws AppError `not_found`, also for a request of somebody else; `forbidden` as {@link askingUser}
 */
export async function closeRequest(
  { database }: Pick<Dependencies, 'database'>,
  principal: Principal,
  id: bigint,
  context: RequestContext,
): Promise<void> {
  const { organizationId, userId: callerId } = principal;
  const onlyOf = isAdministrator(principal) ? undefined : askingUser(principal);
  await database.transaction(async ({ installationRequests, audit }) => {
    const request = await installationRequests.lock(organizationId, id);
    if (!request || (onlyOf !== undefined && request.userId !== onlyOf)) throw notFound(id);
    const { app, userId, note } = request;
    await installationRequests.remove(id);
    await audit.record({
      actor: principal,
      action:
        userId === callerId ? 'installation_request.withdrawn' : 'installation_request.dismissed',
      subject: app,
      organizationId,
      context,
      before: { userId, note },
    });
  });
}

function notFound(id: bigint): AppError {
  const detail = `There is no open request ${id} that you may end. See GET /v1/installation-requests.`;
  return new AppError(problem('not_found', detail, { parameter: 'id' }));
}
