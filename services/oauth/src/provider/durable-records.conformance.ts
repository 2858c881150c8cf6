import { randomBytes, randomUUID } from 'node:crypto';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { type DurableKind, ProviderRecordStore } from '../storage/provider-record-store.ts';
import { RefreshTokens } from '../storage/refresh-tokens.ts';
import type { AdapterUnderTest } from './adapter.conformance.ts';
import { DurableAdapter } from './adapter.ts';
import { RefreshTokenAdapter } from './refresh-token-adapter.ts';

/** oidc-provider's durable models in a database of their own, with an account and a clock that tests move. */
export async function openDurable(
  kind: DurableKind,
  refreshTokens = new RefreshTokens([randomBytes(32)], 0),
) {
  const database = new OauthTestDatabase(await openTestDatabase('oauth'));
  const records = new ProviderRecordStore(database);
  let now = Date.now();
  const clock = () => new Date(now);
  const revokeGrant = (id: string) => records.removeByGrant(id);
  const transactions = { stores: { records }, begin: async () => undefined };
  const options = { transactions, clock, noteRetry: () => undefined, revokeGrant };
  const accountId = randomUUID();
  const account = { id: accountId, organizationId: 'a'.repeat(24), email: 'ada@example.com' };
  await database.client.account.create({ data: account });
  const adapterOf = (other: DurableKind, makers = refreshTokens) =>
    other === 'RefreshToken'
      ? new RefreshTokenAdapter({ ...options, refreshTokens: makers })
      : new DurableAdapter(other, options);
  const subject: AdapterUnderTest = {
    accountId,
    adapter: adapterOf(kind),
    stored: async () => {
      const rows = await database.client.$queryRaw`
        SELECT row_to_json(provider_record)::text, encode(digest, 'escape') FROM provider_record`;
      return JSON.stringify(rows);
    },
    now: () => Math.floor(now / 1000),
    pass: async (seconds) => {
      now += seconds * 1000;
    },
    close: () => database.close(),
  };
  return { ...subject, database, adapterOf };
}
