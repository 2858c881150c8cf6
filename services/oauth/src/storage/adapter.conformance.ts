import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Adapter, AdapterPayload } from 'oidc-provider';

export type AdapterUnderTest = {
  adapter: Adapter;
  /** Everything that was ever handed to the storage, or is in it, as text. */
  stored(): Promise<string>;
  /** Seconds since the epoch, by the adapter's clock. */
  now(): number;
  /** Lets time pass. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/** What oidc-provider relies on, whatever an adapter keeps its records in. */
export function describeAdapter(name: string, open: () => Promise<AdapterUnderTest>): void {
  describe(`${name}, as oidc-provider calls it`, () => {
    let subject: AdapterUnderTest;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());
    keepsRecords(() => subject);
    consumesRecords(() => subject);
    forgetsRecords(() => subject);
  });
}

type Properties = Omit<AdapterPayload, 'jti'>;
type SavedRecord = Properties & { jti: string };

/** A record like those of oidc-provider, saved for a while. */
export async function save(
  { adapter, now }: AdapterUnderTest,
  properties: Properties = {},
  seconds = 60,
): Promise<SavedRecord> {
  const jti = randomUUID();
  const iat = now();
  const payload = { iat, exp: iat + seconds, jti, accountId: randomUUID(), ...properties };
  await adapter.upsert(jti, payload, seconds);
  return payload;
}

function keepsRecords(subject: () => AdapterUnderTest): void {
  it('finds what was saved, as it was saved', async () => {
    const params = { state: 'Grüße 😀 \u2028 "quoted"', nested: { list: [1, null, true] } };
    const saved = await save(subject(), { clientId: 'app', params });
    expect(await subject().adapter.find(saved.jti)).toEqual(saved);
  });

  it('finds nothing under an id that nobody saved', async () => {
    const { adapter } = subject();
    expect(await adapter.find(randomUUID())).toBeUndefined();
    expect(await adapter.find('')).toBeUndefined();
    expect(await adapter.findByUid(randomUUID())).toBeUndefined();
    expect(await adapter.findByUserCode(randomUUID())).toBeUndefined();
  });

  it('keeps an id nowhere in clear', async () => {
    const { jti } = await save(subject(), { uid: randomUUID() });
    await subject().adapter.consume(jti);
    const text = await subject().stored();
    expect(text).not.toBe('');
    expect(text).not.toContain(jti);
  });

  it('tells records apart that are saved at once', async () => {
    const saved = await Promise.all(Array.from({ length: 30 }, () => save(subject())));
    const found = await Promise.all(saved.map(({ jti }) => subject().adapter.find(jti)));
    expect(found).toEqual(saved);
  });
}

function consumesRecords(subject: () => AdapterUnderTest): void {
  it('says since when a record is consumed', async () => {
    const saved = await save(subject());
    await subject().adapter.consume(saved.jti);
    const found = await subject().adapter.find(saved.jti);
    expect(found).toEqual({ ...saved, consumed: expect.any(Number) });
    expect(Math.abs(Number(found?.consumed) - subject().now())).toBeLessThanOrEqual(2);
  });

  it('consumes nothing under an id that nobody saved', async () => {
    const id = randomUUID();
    await subject().adapter.consume(id);
    expect(await subject().adapter.find(id)).toBeUndefined();
  });
}

function forgetsRecords(subject: () => AdapterUnderTest): void {
  it('forgets a record when its time is over, and none before', async () => {
    const short = await save(subject(), { uid: randomUUID() }, 1);
    const long = await save(subject(), {}, 60);
    await subject().pass(1.2);
    expect(await subject().adapter.find(short.jti)).toBeUndefined();
    expect(await subject().adapter.findByUid(String(short.uid))).toBeUndefined();
    expect(await subject().adapter.find(long.jti)).toEqual(long);
  });

  it('does not let a consumed record live longer', async () => {
    const { jti } = await save(subject(), {}, 2);
    await subject().adapter.consume(jti);
    await subject().pass(2.2);
    expect(await subject().adapter.find(jti)).toBeUndefined();
  });

  it('destroys one record, and takes it well where there is none', async () => {
    const [gone, kept] = [await save(subject()), await save(subject())];
    await subject().adapter.destroy(gone.jti);
    await subject().adapter.destroy(gone.jti);
    expect(await subject().adapter.find(gone.jti)).toBeUndefined();
    expect(await subject().adapter.find(kept.jti)).toEqual(kept);
  });
}
