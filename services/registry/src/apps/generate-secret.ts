import { randomUUID } from 'node:crypto';
import { problem } from '@app-platform/contracts';
import { AppError, credentialDigest, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { credentialPrefixes, newCredential } from '../authentication/credential.ts';
import type { Principal } from '../authentication/principal.ts';
import type { RegistryDatabase } from '../stores.ts';
import type { AppVersion } from './app-store.ts';
import { type AppReference, findAppVersion, refuseUnlessOwner } from './find-app-version.ts';
import type { SecretRecord } from './secret-store.ts';

/** Without a bound, every token request of the app would read and compare ever more digests. */
const MOST_SECRETS = 20;

/**
 * Generates a client secret for an app. It replaces the current one at once, or after an overlap.
 * @param overlapSeconds how long the current secret stays valid, so that an app can be switched over;
 *   earlier ones keep their ends. 0: all earlier secrets end now
 * @returns the secret, which cannot be had again, and the version whose record goes with it
 * @throws AppError `not_found`, `forbidden` for an app of another organization, `too_many_secrets`
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
    if (previousEndsAt) refuseTooMany(await stores.secrets.list(found.appId, createdAt));
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

function refuseTooMany(secrets: readonly SecretRecord[]): void {
  if (secrets.length < MOST_SECRETS) return;
  const ends = secrets.flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  const first = new Date(Math.min(...ends)).toISOString();
  const detail = `${secrets.length} secrets of this app are valid, and there may be no more. The first of them ends at ${first}. Try again then, or leave overlapSeconds out, which ends all earlier secrets at once.`;
  throw new AppError(problem('too_many_secrets', detail));
}
