import { randomBytes } from 'node:crypto';
import { createLogger, KeyEncryption } from '@app-platform/runtime';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { AuditStore } from '../audit/audit-store.ts';
import { KeyRing } from './key-ring.ts';
import { ensureSigningKey, PUBLICATION_LEAD_SECONDS, rotateKeys } from './rotate-keys.ts';
import { SigningKeyStore } from './signing-key-store.ts';

const DAY_SECONDS = 86_400;
const secret = randomBytes(32).toString('base64url');
const encryption = new KeyEncryption(secret);
const logger = createLogger('oauth', 'silent');
let database: OauthTestDatabase;
let stores: ReturnType<typeof storesUnder>;
let now: Date;
const clock = () => now;
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
/** The database with another encryption key. */
const storesUnder = (encryptionKey: KeyEncryption) =>
  database.withStores((access) => ({
    signingKeys: new SigningKeyStore(access, encryptionKey),
    audit: new AuditStore(access),
  }));
const open = () => KeyRing.open({ database: stores, clock, logger });
const context = { requestId: 'test', traceId: '0'.repeat(32), address: '127.0.0.1' };
const rotate = (isImmediate = false) =>
  rotateKeys({ database: stores, clock, context, isImmediate });
const idsOf = (ring: KeyRing) => ring.keys.map(({ kid }) => kid);
/** The next list of keys is read at once and returned only when the returned function is called. */
function holdNextList(): () => void {
  const { signingKeys } = stores;
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  signingKeys.list = async () => {
    Reflect.deleteProperty(signingKeys, 'list');
    const found = await signingKeys.list();
    await resumed;
    return found;
  };
  return () => resume();
}

beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth'));
});
afterAll(() => database.close());
beforeEach(async () => {
  now = new Date('2026-01-01T00:00:00Z');
  await database.client.signingKey.deleteMany();
  stores = storesUnder(encryption);
});

it('the replica that creates a key and one that reads it have the same key', async () => {
  const made = await open();
  expect((await open()).keys).toEqual(made.keys);
  expect(made.published[0]).toMatchObject({ kid: made.signing.kid, alg: 'ES256', use: 'sig' });
});

it('replicas that start together have one key', async () => {
  const sets = await Promise.all(Array.from({ length: 5 }, () => ensureSigningKey(stores, clock)));
  expect(new Set(sets.flat().map(({ kid }) => kid)).size).toBe(1);
});

describe('a rotation', () => {
  it('publishes the next key before it signs, and the last key until its tokens have expired', async () => {
    const ring = await open();
    const first = ring.signing.kid;
    const next = await rotate();
    await ring.refresh();
    expect([idsOf(ring), ring.signing.kid]).toEqual([[next.kid, first], first]);
    pass(PUBLICATION_LEAD_SECONDS);
    expect(ring.signing.kid).toBe(next.kid);
    pass(DAY_SECONDS);
    await ring.refresh();
    expect(ring.published.map(({ kid }) => kid)).toEqual([next.kid, first]);
    pass(120);
    await ring.refresh();
    expect(ring.published.map(({ kid }) => kid)).toEqual([next.kid]);
    expect(await stores.signingKeys.list()).toHaveLength(1);
  });

  it('is refused while another key waits, and two concurrent rotations create one key', async () => {
    await open();
    const outcomes = await Promise.allSettled([rotate(), rotate()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(rotate()).rejects.toMatchObject({ problems: [{ code: 'duplicate' }] });
    expect(await stores.signingKeys.list()).toHaveLength(2);
  });

  it('that is immediate withdraws every other key, also one that waits', async () => {
    const ring = await open();
    await rotate();
    const { kid } = await rotate(true);
    await ring.refresh();
    expect([idsOf(ring), ring.signing.kid]).toEqual([[kid], kid]);
  });

  it('stays withdrawn when a refresh that began before it ends after it', async () => {
    const ring = await open();
    const resume = holdNextList();
    const early = ring.refresh();
    const { kid } = await rotate(true);
    const late = ring.refresh();
    // The late one has the time to overtake.
    await new Promise((resolve) => setTimeout(resolve, 200));
    resume();
    await Promise.all([early, late]);
    expect([idsOf(ring), ring.signing.kid]).toEqual([[kid], kid]);
  });

  it('calls listeners once for a new key, and when it begins to sign', async () => {
    const ring = await open();
    let calls = 0;
    ring.onChange(() => {
      calls += 1;
    });
    await ring.refresh();
    expect(calls).toBe(0);
    await rotate();
    await ring.refresh();
    await ring.refresh();
    expect(calls).toBe(1);
    pass(PUBLICATION_LEAD_SECONDS + 1);
    await ring.refresh();
    await ring.refresh();
    expect(calls).toBe(2);
  });
});

describe('private keys', () => {
  it('are encrypted at rest', async () => {
    const { privateJwk } = (await open()).signing;
    const rows = await database.client.signingKey.findMany();
    const stored = JSON.stringify(
      rows.map((row) => [row, Buffer.from(row.encryptedPrivate).toString('latin1')]),
    );
    expect(stored).not.toContain(String(privateJwk.d));
  });

  it('cannot be read under another encryption key, and the error says so', async () => {
    await open();
    const other = new KeyEncryption(randomBytes(32).toString('base64url'));
    stores = storesUnder(other);
    await expect(open()).rejects.toThrow(/KEYS_ENCRYPTION_KEY must be the key/);
  });

  it('are encrypted anew when the encryption key changes', async () => {
    const made = await open();
    const [old, young] = [encryption, randomBytes(32).toString('base64url')];
    stores = storesUnder(new KeyEncryption(young, secret));
    expect((await open()).keys).toEqual(made.keys);
    stores = storesUnder(new KeyEncryption(young));
    expect((await open()).keys).toEqual(made.keys);
    stores = storesUnder(old);
    await expect(open()).rejects.toThrow(/KEYS_ENCRYPTION_KEY must be the key/);
  });

  it('are encrypted anew also after another replica added one under the old encryption key', async () => {
    const young = new KeyEncryption(randomBytes(32).toString('base64url'), secret);
    stores = storesUnder(young);
    const ring = await open();
    stores = storesUnder(encryption);
    await database.client.signingKey.deleteMany();
    await open();
    await ring.refresh();
    await expect(open()).rejects.toThrow(/KEYS_ENCRYPTION_KEY must be the key/);
  });
});
