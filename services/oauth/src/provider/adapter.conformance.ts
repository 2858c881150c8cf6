import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Adapter, AdapterPayload } from 'oidc-provider';

export type AdapterUnderTest = {
  adapter: Adapter;
  /** The account of the records, where it has to exist. */
  accountId?: string;
  /** Everything that the storage received or contains, as text. */
  stored(): Promise<string>;
  /** Seconds since the epoch, by the adapter's clock. */
  now(): number;
  /** Advances the clock. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/** The contract of oidc-provider's adapters. */
export function describeAdapter(name: string, open: () => Promise<AdapterUnderTest>): void {
  describe(`${name}, as oidc-provider calls it`, () => {
    let subject: AdapterUnderTest;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());
    savesRecords(() => subject);
    consumesRecords(() => subject);
    forgetsRecords(() => subject);
  });
}

type Properties = Omit<AdapterPayload, 'jti'>;
type SavedRecord = Properties & { jti: string };

/** Saves a record like those of oidc-provider. */
export async function save(
  { adapter, accountId = randomUUID(), now }: AdapterUnderTest,
  properties: Properties = {},
  seconds = 60,
  jti: string = randomUUID(),
): Promise<SavedRecord> {
  const iat = now();
  const payload = { iat, exp: iat + seconds, jti, accountId, ...properties };
  await adapter.upsert(jti, payload, seconds);
  return payload;
}

function savesRecords(subject: () => AdapterUnderTest): void {
  it('finds a saved record unchanged', async () => {
    const params = { state: 'Grüße 😀 \u2028 "quoted"', nested: { list: [1, null, true] } };
    const saved = await save(subject(), { clientId: 'app', params });
    expect(await subject().adapter.find(saved.jti)).toEqual(saved);
  });

  it('finds nothing under an unknown id', async () => {
    const { adapter } = subject();
    expect(await adapter.find(randomUUID())).toBeUndefined();
    expect(await adapter.find('')).toBeUndefined();
    expect(await adapter.findByUid(randomUUID())).toBeUndefined();
    expect(await adapter.findByUserCode(randomUUID())).toBeUndefined();
  });

  it('never stores an id in clear', async () => {
    const { jti } = await save(subject(), { uid: randomUUID() });
    await subject().adapter.consume(jti);
    const text = await subject().stored();
    expect(text).not.toBe('');
    expect(text).not.toContain(jti);
  });

  it('keeps records apart that are saved concurrently', async () => {
    const saved = await Promise.all(Array.from({ length: 30 }, () => save(subject())));
    const found = await Promise.all(saved.map(({ jti }) => subject().adapter.find(jti)));
    expect(found).toEqual(saved);
  });
}

function consumesRecords(subject: () => AdapterUnderTest): void {
  it('returns when a record was consumed', async () => {
    const saved = await save(subject());
    await subject().adapter.consume(saved.jti);
    const found = await subject().adapter.find(saved.jti);
    expect(found).toEqual({ ...saved, consumed: expect.any(Number) });
    expect(Math.abs(Number(found?.consumed) - subject().now())).toBeLessThanOrEqual(2);
  });

  it('consumes nothing under an unknown id', async () => {
    const id = randomUUID();
    await subject().adapter.consume(id);
    expect(await subject().adapter.find(id)).toBeUndefined();
  });
}

function forgetsRecords(subject: () => AdapterUnderTest): void {
  it('forgets a record when it expires, and not before', async () => {
    const short = await save(subject(), { uid: randomUUID() }, 1);
    const long = await save(subject(), {}, 60);
    await subject().pass(1.2);
    expect(await subject().adapter.find(short.jti)).toBeUndefined();
    expect(await subject().adapter.findByUid(String(short.uid))).toBeUndefined();
    expect(await subject().adapter.find(long.jti)).toEqual(long);
  });

  it('does not extend the life of a consumed record', async () => {
    const { jti } = await save(subject(), {}, 2);
    await subject().adapter.consume(jti);
    await subject().pass(2.2);
    expect(await subject().adapter.find(jti)).toBeUndefined();
  });

  it('destroys one record, and ignores a missing one', async () => {
    const [gone, kept] = [await save(subject()), await save(subject())];
    await subject().adapter.destroy(gone.jti);
    await subject().adapter.destroy(gone.jti);
    expect(await subject().adapter.find(gone.jti)).toBeUndefined();
    expect(await subject().adapter.find(kept.jti)).toEqual(kept);
  });
}
