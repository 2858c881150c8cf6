import { createLogger } from '@app-platform/runtime';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { ExpiredRecordStore } from '../storage/expired-record-store.ts';
import {
  keptParameters,
  keptReason,
  type RefusedRequest,
  RefusedRequestLog,
} from './refused-request-log.ts';
import { RefusedRequestStore } from './refused-request-store.ts';

const DAY_MILLISECONDS = 86_400_000;
const now = new Date();
const lines: string[] = [];
const logger = createLogger('oauth', 'info', { write: (line) => void lines.push(line) });
let database: OauthTestDatabase;
let store: RefusedRequestStore;

beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth'));
  store = new RefusedRequestStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.client.refusedRequest.deleteMany();
});

const refusal = (change: Partial<RefusedRequest> = {}): RefusedRequest => ({
  clientId: 'one',
  endpoint: 'token',
  error: 'invalid_grant',
  reason: 'refresh token not found',
  parameters: { grant_type: 'refresh_token' },
  at: now,
  ...change,
});
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

async function write(refusals: readonly RefusedRequest[]): Promise<void> {
  const log = new RefusedRequestLog(store, logger);
  for (const one of refusals) log.note(one);
  await log.write();
}

describe('refused requests', () => {
  it('add up by client, endpoint, error and reason, over several writes', async () => {
    await write([refusal({ at: at(1) }), refusal({ at: at(2), parameters: null })]);
    await write([refusal({ at: at(3), parameters: {} }), refusal({ clientId: 'two' })]);
    await write([refusal({ at: at(0), endpoint: 'authorization' })]);
    const found = await store.list('one');
    expect(found).toEqual([
      { ...refusal({ parameters: {} }), at: undefined, count: 3, firstAt: at(1), lastAt: at(3) },
      {
        ...refusal({ endpoint: 'authorization' }),
        at: undefined,
        count: 1,
        firstAt: at(0),
        lastAt: at(0),
      },
    ]);
  });

  it('flood: at most 50 reasons of a client are kept, the latest, and no other client loses any', async () => {
    await write([refusal({ clientId: 'two' })]);
    for (const start of [0, 200]) {
      const seconds = Array.from({ length: 200 }, (_, index) => start + index);
      await write(seconds.map((one) => refusal({ reason: `reason ${one}`, at: at(one) })));
    }
    const kept = await database.client.refusedRequest.findMany({ where: { clientId: 'one' } });
    expect(kept).toHaveLength(50);
    expect((await store.list('one')).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 50 }, (_, index) => `reason ${399 - index}`),
    );
    expect(await store.list('two')).toHaveLength(1);
  });

  it('flood: memory between two writes holds a thousand kinds', async () => {
    let written = 0;
    const add = async (refused: readonly unknown[]) => {
      written += refused.length;
    };
    const log = new RefusedRequestLog({ add }, logger);
    for (let index = 0; index < 5_000; index += 1) log.note(refusal({ reason: `${index}` }));
    await log.write();
    expect(written).toBe(1_000);
  });

  it('are lost, with a log line, where the database fails, and nothing else is', async () => {
    const add = () => Promise.reject(new Error('no database'));
    const log = new RefusedRequestLog({ add }, logger);
    log.note(refusal());
    await expect(log.write()).resolves.toBeUndefined();
    expect(lines.join()).toContain('refused requests not written');
  });

  it('are deleted after two weeks', async () => {
    const old = new Date(now.getTime() - 14 * DAY_MILLISECONDS - 1000);
    await write([refusal({ reason: 'old', at: old }), refusal()]);
    const expired = new ExpiredRecordStore(database);
    expect(await expired.removeRefusedRequests(now, 100)).toBe(1);
    expect((await store.list('one')).map(({ reason }) => reason)).toEqual([refusal().reason]);
  });

  it('hold text that PostgreSQL stores, and are bounded', () => {
    expect(keptReason(`a\0b\ud800${'c'.repeat(300)}`)).toHaveLength(199);
    const keep = (scope: unknown) => keptParameters('authorization', { scope, state: 'secret' });
    expect(keep('org.admin')).toEqual({ scope: 'org.admin' });
    for (const scope of ['\0', '\ud800', 'x'.repeat(2_001), ['a', 'b']]) {
      expect(keep(scope)).toBeNull();
    }
  });
});
