import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@app-platform/http-api';
import { credentialDigest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { credentialPrefixes, newCredential } from '../authentication/credential.ts';
import type { Principal } from '../authentication/principal.ts';
import type { RegistryDatabase } from '../stores.ts';
import type { AppVersion } from './app-store.ts';
import { type AppReference, findAppVersion, refuseUnlessOwner } from './find-app-version.ts';

/**
 * Generates a client secret for an app. It replaces the one before at once, or after an overlap.
 * @param overlapSeconds how long the secret before stays valid, so that an app can be switched over
 * @returns the secret, which cannot be had again, and the version whose record goes with it
 */
export async function generateSecret(
  { database, clock }: { database: RegistryDatabase; clock: Clock },
  principal: Principal,
  app: AppReference,
  overlapSeconds: number,
  context: RequestContext,
): Promise<{ version: AppVersion; clientSecret: string }> {
  const clientSecret = newCredential(credentialPrefixes.clientSecret);
  const createdAt = clock();
  const previousEndsAt =
    overlapSeconds > 0 ? new Date(createdAt.getTime() + overlapSeconds * 1000) : null;
  const version = await database.transaction(async (stores) => {
    const found = await findAppVersion(stores, principal, app);
    refuseUnlessOwner(found, principal);
    await stores.apps.lock([found.name]);
    const secret = { id: randomUUID(), digest: credentialDigest(clientSecret), createdAt };
    await stores.secrets.replace(found.appId, secret, previousEndsAt);
    await stores.audit.record({
      actor: principal,
      action: 'client_secret.generated',
      subject: found.name,
      organizationId: principal.organizationId,
      context,
      after: { secretId: secret.id, overlapSeconds },
    });
    await stores.events.append({
      type: 'app.secret_rotated',
      appId: found.appId,
      app: found.name,
      version: found.version,
      organizationId: principal.organizationId,
      at: createdAt,
      data: { overlapSeconds },
    });
    return found;
  });
  return { version, clientSecret };
}
