import { randomBytes } from 'node:crypto';
import { createLogger } from '@app-platform/service-kit';
import { openTestDatabase } from '@app-platform/workbench/test-database';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditStore } from '../audit/audit-store.ts';
import { Database } from '../database/database.ts';
import { KeyEncryption } from './key-encryption.ts';
import { KeyRing } from './key-ring.ts';
import { ensureSigningKey, rotateKeys } from './rotate-keys.ts';
import { PUBLICATION_LEAD_SECONDS } from './signing-key.ts';
import { SigningKeyStore } from './signing-key-store.ts';

const DAY_SECONDS = 86_400;
const secret = randomBytes(32).toString('base64url');
const encryption = new KeyEncryption(secret);
const logger = createLogger('oauth', 'silent');
const databases: Database[] = [];
let database: Database;
let store: SigningKeyStore;
let now: Date;
const clock = () => now;
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const open = () => KeyRing.open({ store, clock, logger });
const context = { requestId: 'test', traceId: '0'.repeat(32), address: '127.0.0.1' };
const rotate = (isImmediate = false) => {
  const audit = new AuditStore(database);
  return rotateKeys({ store, audit, clock, context, isImmediate });
};
const idsOf = (ring: KeyRing) => ring.keys.map(({ kid }) => kid);

beforeEach(async () => {
  now = new Date('2026-01-01T00:00:00Z');
  database = new Database(await openTestDatabase('oauth'));
  databases.push(database);
  store = new SigningKeyStore(database, encryption);
});
afterAll(() => Promise.all(databases.map((one) => one.close())));

it('a key is the same to whoever made it and to whoever reads it', async () => {
  const made = await open();
  expect((await open()).keys).toEqual(made.keys);
  expect(made.published[0]).toMatchObject({ kid: made.signing.kid, alg: 'ES256', use: 'sig' });
});

it('replicas that start together have one key', async () => {
  const sets = await Promise.all(Array.from({ length: 5 }, () => ensureSigningKey(store, clock)));
  expect(new Set(sets.flat().map(({ kid }) => kid)).size).toBe(1);
});

describe('a rotation', () => {
  it('publishes the next key before it signs, and keeps the last until what it signed has died', async () => {
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
    expect(await store.list()).toHaveLength(1);
  });

  it('is refused while another one waits, and two at once make one key', async () => {
    await open();
    const outcomes = await Promise.allSettled([rotate(), rotate()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(rotate()).rejects.toMatchObject({ problems: [{ code: 'duplicate' }] });
    expect(await store.list()).toHaveLength(2);
  });

  it('that is immediate withdraws every other key, one that waits among them', async () => {
    const ring = await open();
    await rotate();
    const { kid } = await rotate(true);
    await ring.refresh();
    expect([idsOf(ring), ring.signing.kid]).toEqual([[kid], kid]);
  });

  it('is told to whoever depends on the keys, once', async () => {
    const ring = await open();
    let told = 0;
    ring.onChange(() => {
      told += 1;
    });
    await ring.refresh();
    expect(told).toBe(0);
    await rotate();
    await ring.refresh();
    await ring.refresh();
    expect(told).toBe(1);
  });
});

describe('private parts', () => {
  it('are encrypted at rest', async () => {
    const { privateJwk } = (await open()).signing;
    const rows = await database.client.signingKey.findMany();
    const kept = JSON.stringify(
      rows.map((row) => [row, Buffer.from(row.encryptedPrivate).toString('latin1')]),
    );
    expect(kept).not.toContain(String(privateJwk.d));
  });

  it('are told to need the key that they were encrypted under', async () => {
    await open();
    const other = new KeyEncryption(randomBytes(32).toString('base64url'));
    store = new SigningKeyStore(database, other);
    await expect(open()).rejects.toThrow(/KEYS_ENCRYPTION_KEY must be the one/);
  });

  it('go over to another key, which alone opens them then', async () => {
    const made = await open();
    const [old, young] = [encryption, randomBytes(32).toString('base64url')];
    store = new SigningKeyStore(database, new KeyEncryption(young, secret));
    expect((await open()).keys).toEqual(made.keys);
    store = new SigningKeyStore(database, new KeyEncryption(young));
    expect((await open()).keys).toEqual(made.keys);
    store = new SigningKeyStore(database, old);
    await expect(open()).rejects.toThrow(/KEYS_ENCRYPTION_KEY must be the one/);
  });

  it('go over when another replica has added one under the old key', async () => {
    const young = new KeyEncryption(randomBytes(32).toString('base64url'), secret);
    store = new SigningKeyStore(database, young);
    const ring = await open();
    store = new SigningKeyStore(database, encryption);
    await database.client.signingKey.deleteMany();
    await open();
    await ring.refresh();
    await expect(open()).rejects.toThrow(/KEYS_ENCRYPTION_KEY must be the one/);
  });
});
