import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { EphemeralStore } from './ephemeral-store.ts';

type Open = () => Promise<EphemeralStore>;

/** The contract of every ephemeral store. */
export function describeEphemeralStore(name: string, open: Open): void {
  describe(`the ephemeral store in ${name}`, () => {
    const opened: EphemeralStore[] = [];
    const store = async () => {
      const one = await open();
      opened.push(one);
      return one;
    };
    afterAll(() => Promise.all(opened.map((one) => one.close())));
    keepsValues(store);
    isAtomic(store);
  });
}

function keepsValues(store: Open): void {
  it('keeps a value until it is overwritten or deleted', async () => {
    const one = await store();
    const key = randomUUID();
    expect(await one.get(key)).toBeUndefined();
    await one.set(key, 'first', 60);
    await one.set(key, 'zweiter: 😀 \u2028', 60);
    expect(await one.get(key)).toBe('zweiter: 😀 \u2028');
    await one.delete(key);
    await one.delete(key);
    expect(await one.get(key)).toBeUndefined();
  });

  it('forgets a value when it expires', async () => {
    const one = await store();
    const key = randomUUID();
    await one.set(key, 'short', 1);
    expect(await one.get(key)).toBe('short');
    await wait(1_300);
    expect(await one.get(key)).toBeUndefined();
  });

  it('keeps values that are set concurrently', async () => {
    const one = await store();
    const keys = Array.from({ length: 200 }, () => randomUUID());
    await Promise.all(keys.map((key) => one.set(key, key, 60)));
    expect(await Promise.all(keys.map((key) => one.get(key)))).toEqual(keys);
  });

  it('answers a ping', async () => {
    await (await store()).ping();
  });
}

function isAtomic(store: Open): void {
  it('gives a taken value to exactly one caller', async () => {
    const one = await store();
    const key = randomUUID();
    await one.set(key, 'once', 60);
    const taken = await Promise.all(Array.from({ length: 20 }, () => one.take(key)));
    expect(taken.filter((value) => value !== undefined)).toEqual(['once']);
    expect(await one.get(key)).toBeUndefined();
  });

  it('adds a value once for concurrent callers', async () => {
    const one = await store();
    const key = randomUUID();
    const added = await Promise.all(Array.from({ length: 20 }, (_, n) => one.add(key, `${n}`, 1)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await one.get(key)).toBe(String(added.indexOf(true)));
    await wait(1_300);
    expect(await one.add(key, 'again', 60)).toBe(true);
  });
}
