import { randomBytes, randomUUID } from 'node:crypto';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errors } from 'oidc-provider';
import { OauthDatabase } from '../database/database.ts';
import {
  CONSUMED_REFRESH_TOKEN_DAYS,
  type DurableKind,
  ProviderRecordStore,
} from '../storage/provider-record-store.ts';
import { RefreshGrace } from '../storage/refresh-grace.ts';
import { type AdapterUnderTest, describeAdapter, save } from './adapter.conformance.ts';
import { DurableAdapter } from './adapter.ts';

const GRACE_SECONDS = 10;
const DAY_SECONDS = 86_400;
const YEARS_SECONDS = 1_000 * DAY_SECONDS;

async function openDurable(kind: DurableKind, grace: RefreshGrace) {
  const database = new OauthDatabase(await openTestDatabase('oauth'));
  const records = new ProviderRecordStore(database);
  let now = Date.now();
  const clock = () => new Date(now);
  const revokeGrant = (id: string) => records.removeByGrant(id);
  const transactions = { stores: { records }, begin: async () => undefined };
  const options = { transactions, grace, clock, noteRetry: () => undefined, revokeGrant };
  const accountId = randomUUID();
  const account = { id: accountId, organizationId: 'a'.repeat(24), email: 'ada@example.com' };
  await database.client.account.create({ data: account });
  const subject: AdapterUnderTest = {
    accountId,
    adapter: new DurableAdapter(kind, options),
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
  const adapterOf = (other: DurableKind) => new DurableAdapter(other, options);
  return { ...subject, database, adapterOf };
}

const withoutGrace = new RefreshGrace([randomBytes(32)], 0);
for (const kind of ['AuthorizationCode', 'Grant', 'RefreshToken'] as const) {
  describeAdapter(`${kind} in the database`, () => openDurable(kind, withoutGrace));
}

describe('grants in the database', () => {
  it('are not given for an account that is disabled or deleted', async () => {
    const subject = await openDurable('Grant', withoutGrace);
    const { accountId = '', database } = subject;
    const data = { disabledAt: new Date() };
    await database.client.account.update({ where: { id: accountId }, data });
    await expect(save(subject)).rejects.toThrow(errors.AccessDenied);
    await database.client.account.delete({ where: { id: accountId } });
    await expect(save(subject)).rejects.toThrow(errors.AccessDenied);
    await subject.close();
  });
});

describe('refresh tokens in the database', () => {
  const grace = new RefreshGrace([randomBytes(32)], GRACE_SECONDS);
  let subject: Awaited<ReturnType<typeof openDurable>>;
  beforeAll(async () => {
    subject = await openDurable('RefreshToken', grace);
  });
  afterAll(() => subject.close());

  /** A token and its successors, the newest last. */
  async function family(rotations: number, grantId = randomUUID()): Promise<string[]> {
    const { jti: first } = await save(subject, { grantId }, YEARS_SECONDS);
    const tokens = [first];
    for (let count = 0; count < rotations; count += 1) {
      const parent = String(tokens.at(-1));
      const successor = grace.successorOf({ id: parent, grantId });
      await subject.adapter.consume(parent);
      const payload = { jti: successor, grantId, exp: subject.now() + YEARS_SECONDS };
      await subject.adapter.upsert(successor, payload, YEARS_SECONDS);
      tokens.push(successor);
    }
    return tokens;
  }

  const isConsumed = async (token = '') => {
    const found = await subject.adapter.find(token);
    return found && found.consumed !== undefined;
  };

  it('can be retried during the grace', async () => {
    const [parent] = await family(1);
    await subject.pass(GRACE_SECONDS - 0.001);
    expect(await isConsumed(parent)).toBe(false);
    await subject.pass(0.001);
    expect(await isConsumed(parent)).toBe(true);
  });

  it('cannot be retried after the successor was used', async () => {
    const [grandparent, parent, newest] = await family(2);
    expect(await isConsumed(grandparent)).toBe(true);
    expect(await isConsumed(parent)).toBe(false);
    expect(await isConsumed(newest)).toBe(false);
  });

  it('cannot be retried after the successor was revoked', async () => {
    const [parent, successor = ''] = await family(1);
    await subject.adapter.destroy(successor);
    expect(await isConsumed(parent)).toBe(true);
  });

  it('are not changed by a retry, and neither are their successors', async () => {
    const [parent = '', successor = ''] = await family(1);
    const before = await subject.adapter.find(successor);
    await subject.pass(GRACE_SECONDS / 2);
    await subject.adapter.consume(parent);
    await subject.adapter.upsert(successor, { jti: successor, rotations: 99 }, YEARS_SECONDS);
    expect(await subject.adapter.find(successor)).toEqual(before);
    await subject.pass(GRACE_SECONDS / 2);
    expect(await isConsumed(parent)).toBe(true);
  });

  it('are stored for reuse detection, and forgotten after 30 days', async () => {
    const [parent, successor] = await family(1);
    await subject.pass(CONSUMED_REFRESH_TOKEN_DAYS * DAY_SECONDS - 1);
    expect(await isConsumed(parent)).toBe(true);
    await subject.pass(1);
    expect(await isConsumed(parent)).toBeUndefined();
    expect(await isConsumed(successor)).toBe(false);
  });

  it('end with their grant, as codes do, and those of other grants do not', async () => {
    const grantId = randomUUID();
    const own = await family(2, grantId);
    const [other] = await family(0);
    const codes = subject.adapterOf('AuthorizationCode');
    await codes.upsert('own-code', { jti: 'own-code', grantId }, 60);
    const grant = { jti: grantId, accountId: subject.accountId ?? '' };
    await subject.adapterOf('Grant').upsert(grantId, grant, YEARS_SECONDS);
    await subject.adapter.revokeByGrantId(grantId);
    for (const token of own) expect(await subject.adapter.find(token)).toBeUndefined();
    expect(await codes.find('own-code')).toBeUndefined();
    expect(await isConsumed(other)).toBe(false);
  });

  it('are not found as another kind of record', async () => {
    const [token = ''] = await family(0);
    expect(await subject.adapterOf('AuthorizationCode').find(token)).toBeUndefined();
    expect(await subject.adapterOf('Grant').find(token)).toBeUndefined();
  });
});
