import type { KeyEncryption } from '@app-platform/runtime';
import type { RegistryDatabase } from '../stores.ts';

const BATCH_ROWS = 100;

/** Encrypts the secrets again that are encrypted under the second key, while the key is changed. */
export async function renewWebhookSecrets(
  database: Pick<RegistryDatabase, 'transaction'>,
  encryption: KeyEncryption,
): Promise<void> {
  if (!encryption.isChanging) return;
  let after: string | undefined;
  do {
    after = await database.transaction(async ({ webhooks }) => {
      const found = await webhooks.listSecrets(after, BATCH_ROWS);
      for (const { id, ...kept } of found) {
        const secret = encryption.renew(kept.secret);
        const previousSecret = kept.previousSecret && encryption.renew(kept.previousSecret);
        if (!secret && !previousSecret) continue;
        await webhooks.setSecrets(id, {
          ...(secret && { secret }),
          ...(previousSecret && { previousSecret }),
        });
      }
      return found.at(-1)?.id;
    });
  } while (after !== undefined);
}
