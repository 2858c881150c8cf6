import { privateName, type Visibility } from '@app-platform/app-definition';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * How many grants users gave to an installed app. Asked before the transaction, which must not wait
 * for another service.
 * @returns null where the OAuth service does not answer, and 0 for an app that is not installed
 */
export async function countGrants(
  { database, oauthClient, logger }: Dependencies,
  { organizationId }: Principal,
  { app, visibility }: { app: string; visibility?: Visibility | undefined },
): Promise<number | null> {
  const names = [app, privateName(app, organizationId)];
  const installed = (await database.installations.list(organizationId)).filter(
    (one) =>
      names.includes(one.name) && (visibility === undefined || one.visibility === visibility),
  );
  const [installation] = installed;
  if (!installation) return 0;
  if (!oauthClient) return null;
  const { clientId } = installation;
  return oauthClient.countGrants(organizationId, clientId).catch((error: unknown) => {
    logger.warn({ err: error, organizationId, clientId }, 'grants not counted');
    return null;
  });
}
