import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChainToken, writeChainToken } from '../database/chain-token.ts';
import { CONSUMED_REFRESH_TOKEN_DAYS } from '../storage/provider-record-store.ts';
import { RefreshTokens } from '../storage/refresh-tokens.ts';
import { save } from './adapter.conformance.ts';
import { openDurable } from './durable-records.conformance.ts';

const GRACE_SECONDS = 10;
const DAY_SECONDS = 86_400;
const YEARS_SECONDS = 1_000 * DAY_SECONDS;

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const refreshTokens = new RefreshTokens([oldKey], GRACE_SECONDS);
let subject: Awaited<ReturnType<typeof openDurable>>;
beforeAll(async () => {
  subject = await openDurable('RefreshToken', refreshTokens);
});
afterAll(() => subject.close());

/** Refreshes as oidc-provider does. @returns the successor */
async function refresh(id: string, grantId: string, makers = refreshTokens): Promise<string> {
  const successor = makers.successorOf({ id, grantId });
  await subject.adapter.consume(id);
  const payload = { jti: successor, grantId, exp: subject.now() + YEARS_SECONDS };
  await subject.adapter.upsert(successor, payload, YEARS_SECONDS);
  return successor;
}

/** A token and its successors, the newest last. */
async function family(rotations: number, grantId: string = randomUUID(), first?: string) {
  const tokens = [first ?? refreshTokens.first(grantId)];
  if (!first) await subject.adapter.upsert(String(tokens[0]), { jti: 'x', grantId }, YEARS_SECONDS);
  for (let count = 0; count < rotations; count += 1) {
    tokens.push(await refresh(String(tokens.at(-1)), grantId));
  }
  return tokens;
}

/** A token of the release before, and its grant. */
async function tokenWithoutChain() {
  const grantId = randomUUID();
  const { jti } = await save(subject, { grantId }, YEARS_SECONDS);
  return { token: jti, grantId };
}

const isConsumed = async (token = '') => {
  const found = await subject.adapter.find(token);
  return found && found.consumed !== undefined;
};

const countRecords = () => subject.database.client.providerRecord.count();

describe('refresh tokens of a chain', () => {
  it('have one record, however often they are refreshed', async () => {
    const [first = ''] = await family(0);
    const before = await countRecords();
    const [, ...later] = await family(
      50,
      String((await subject.adapter.find(first))?.grantId),
      first,
    );
    expect(await countRecords()).toBe(before);
    expect(await subject.adapter.find(String(later.at(-1)))).toMatchObject({ rotations: 50 });
  });

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

  it('are reused however old they are, and so known after years', async () => {
    const tokens = await family(3);
    await subject.pass(2 * 365 * DAY_SECONDS);
    expect(await Promise.all(tokens.map(isConsumed))).toEqual([true, true, true, false]);
  });

  it('are not changed by a retry, and neither are their successors', async () => {
    const grantId = randomUUID();
    const [parent = '', successor = ''] = await family(1, grantId);
    const before = await subject.adapter.find(successor);
    await subject.pass(GRACE_SECONDS / 2);
    expect(await refresh(parent, grantId)).toBe(successor);
    expect(await subject.adapter.find(successor)).toEqual(before);
    await subject.pass(GRACE_SECONDS / 2);
    expect(await isConsumed(parent)).toBe(true);
  });

  it('cannot be made up by the owner of an old one', async () => {
    const [oldest = '', , newest = ''] = await family(2);
    const own = readChainToken(oldest);
    const current = readChainToken(newest);
    if (!own || !current) throw new Error('no chain');
    // Those of the present and of the future are unknown. That before is a reuse, even during the grace.
    for (const generation of [2, 3, 999_999_999]) {
      expect(await isConsumed(writeChainToken({ ...own, generation }))).toBeUndefined();
      expect(await isConsumed(writeChainToken({ ...current, generation: 3 }))).toBeUndefined();
    }
    expect(await isConsumed(writeChainToken({ ...own, generation: 1 }))).toBe(true);
    expect(await isConsumed(writeChainToken({ ...current, generation: 1 }))).toBe(true);
    // The id of the chain alone is no token.
    expect(await isConsumed(own.chain)).toBeUndefined();
  });

  it('stay valid when the key that made them is gone, and their reuse is still known', async () => {
    const grantId = randomUUID();
    const [first = '', second = ''] = await family(1, grantId);
    const laterMakers = new RefreshTokens([newKey], GRACE_SECONDS);
    const later = await refresh(second, grantId, laterMakers);
    expect(await isConsumed(later)).toBe(false);
    expect(await isConsumed(first)).toBe(true);
    // A retry of the last token that the old key made.
    const retried = await subject.adapterOf('RefreshToken', laterMakers).find(second);
    expect(retried?.consumed).toBeUndefined();
    expect(laterMakers.successorOf({ id: second, grantId })).toBe(later);
  });

  it('are refused where a replica of the release before has used the record of the chain', async () => {
    const { token, grantId } = await tokenWithoutChain();
    const first = await refresh(token, grantId);
    await subject.adapter.consume(readChainToken(first)?.chain ?? '');
    expect(await isConsumed(first)).toBe(true);
  });

  it('are the same in whichever cell they name, or in none', async () => {
    const grantId = randomUUID();
    const [first = ''] = await family(0, grantId);
    const other = new RefreshTokens([oldKey], GRACE_SECONDS, 'eu2');
    const successor = await refresh(first, grantId, other);
    expect([first, successor]).toEqual([
      expect.stringMatching(/^rt_main_[\w-]{43}\.0\./),
      expect.stringMatching(/^rt_eu2_[\w-]{43}\.1\./),
    ]);
    // A retry on a replica that names another cell, within the grace, is no reuse.
    await subject.pass(1);
    expect(await isConsumed(first)).toBe(false);
    const withoutCell = successor.replace('_eu2_', '_');
    expect(await isConsumed(withoutCell)).toBe(false);
    expect(await isConsumed(await refresh(withoutCell, grantId))).toBe(false);
    expect(await isConsumed(first)).toBe(true);
  });

  it('get the same successor again from a replica with another key', async () => {
    const grantId = randomUUID();
    const [first = ''] = await family(0, grantId);
    const successor = await refresh(first, grantId, new RefreshTokens([newKey, oldKey], 10));
    await subject.pass(1);
    // This replica makes tokens with the old key alone, and cannot retry.
    expect(await isConsumed(first)).toBe(true);
    const changing = new RefreshTokens([oldKey, newKey], GRACE_SECONDS);
    const found = await subject.adapterOf('RefreshToken', changing).find(first);
    expect(found?.consumed).toBeUndefined();
    expect(changing.successorOf({ id: first, grantId })).toBe(successor);
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

  it('are not found as another kind of record, and stored without their secrets', async () => {
    const [first = '', second = ''] = await family(1);
    for (const kind of ['AuthorizationCode', 'Grant'] as const) {
      expect(await subject.adapterOf(kind).find(second)).toBeUndefined();
    }
    const stored = await subject.stored();
    for (const token of [first, second]) {
      const { chain = '', secret = '' } = readChainToken(token) ?? {};
      expect(stored).not.toContain(chain);
      expect(stored).not.toContain(secret);
    }
  });
});

describe('refresh tokens of the release before', () => {
  it('are valid, and their successor begins a chain', async () => {
    const { token, grantId } = await tokenWithoutChain();
    expect(await isConsumed(token)).toBe(false);
    const successor = await refresh(token, grantId);
    expect(readChainToken(successor)?.generation).toBe(0);
    expect(await isConsumed(token)).toBe(false);
    expect(await refresh(token, grantId)).toBe(successor);
    await family(1, grantId, successor);
    expect(await isConsumed(token)).toBe(true);
  });

  it('can be retried during the grace, also where the release before issued the successor', async () => {
    const { token, grantId } = await tokenWithoutChain();
    const chain = readChainToken(refreshTokens.successorOf({ id: token, grantId }))?.chain ?? '';
    await subject.adapter.consume(token);
    await save(subject, { grantId }, YEARS_SECONDS, chain);
    expect(await isConsumed(token)).toBe(false);
    expect(refreshTokens.successorOf({ id: token, grantId })).toBe(chain);
    expect(await isConsumed(chain)).toBe(false);
    await subject.pass(GRACE_SECONDS);
    expect(await isConsumed(token)).toBe(true);
  });

  it('cannot be retried after the successor was revoked', async () => {
    const { token, grantId } = await tokenWithoutChain();
    await subject.adapter.destroy(await refresh(token, grantId));
    expect(await isConsumed(token)).toBe(true);
  });

  it('are stored for reuse detection, and forgotten after 30 days', async () => {
    const { token, grantId } = await tokenWithoutChain();
    const successor = await refresh(token, grantId);
    await subject.pass(CONSUMED_REFRESH_TOKEN_DAYS * DAY_SECONDS - 1);
    expect(await isConsumed(token)).toBe(true);
    await subject.pass(1);
    expect(await isConsumed(token)).toBeUndefined();
    expect(await isConsumed(successor)).toBe(false);
  });
});
