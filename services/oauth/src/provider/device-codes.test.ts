import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type EphemeralStore, MemoryStore } from '../storage/ephemeral-store.ts';
import { DeviceCodes } from './device-codes.ts';

const CODE = 'BCDFGHJK';
const DENIED = { error: 'access_denied', errorDescription: 'denied' } as const;
const oldKey = randomBytes(32);
let now = Date.now();
const clock = () => new Date(now);
afterEach(() => {
  now = Date.now();
});

const payload = (userCode = CODE) => {
  const exp = Math.floor(now / 1000) + 600;
  const deviceInfo = { address: '198.51.100.7', requestedAt: clock().toISOString() };
  return { clientId: 'cli', params: { scope: 'org' }, userCode, deviceInfo, exp };
};

const codesIn = (store: EphemeralStore, keys: [Buffer, ...Buffer[]] = [oldKey]) =>
  new DeviceCodes(store, keys, clock);

describe('the codes of devices', () => {
  it('are stored as digests, and the short one by an HMAC', async () => {
    const written: string[] = [];
    const store = new MemoryStore(clock);
    const [set, add] = [store.set.bind(store), store.add.bind(store)];
    const note = (entry: unknown[]) => void written.push(...entry.map(String));
    store.set = (...entry) => {
      note(entry);
      return set(...entry);
    };
    store.add = (...entry) => {
      note(entry);
      return add(...entry);
    };
    const codes = codesIn(store);
    await codes.add('a-device-code', payload());
    await codes.isPolledTooSoon('a-device-code');
    expect(await codes.findRequest(CODE)).toMatchObject({ clientId: 'cli', parameters: {} });
    await codes.decide(CODE, async () => DENIED);
    expect(await codes.find('a-device-code')).toMatchObject({ ...DENIED, jti: 'a-device-code' });
    await codes.use('a-device-code');
    expect(written.length).toBeGreaterThan(0);
    expect(written.join('\n')).not.toMatch(/a-device-code|BCDFGHJK/);
    expect(store.size().entries).toBeLessThanOrEqual(2);
  });

  it('name one device each', async () => {
    const codes = codesIn(new MemoryStore(clock));
    await codes.add('first', payload());
    await expect(codes.add('second', payload())).rejects.toThrow('temporarily_unavailable');
    expect(await codes.find('second')).toBeUndefined();
  });

  it('can be entered again where the decision could not be carried out', async () => {
    const codes = codesIn(new MemoryStore(clock));
    await codes.add('device', payload());
    const failing = codes.decide(CODE, () => Promise.reject(new Error('an outage')));
    await expect(failing).rejects.toThrow('an outage');
    expect(await codes.decide(CODE, async () => DENIED)).toBe(true);
    expect(await codes.decide(CODE, async () => DENIED)).toBe(false);
  });

  it('are found after a change of the key, and not after their end', async () => {
    const store = new MemoryStore(clock);
    await codesIn(store).add('device', payload());
    const changed = codesIn(store, [randomBytes(32), oldKey]);
    expect(await changed.findRequest(CODE)).toBeDefined();
    now += 600_000;
    expect(await changed.findRequest(CODE)).toBeUndefined();
    expect(await changed.decide(CODE, async () => DENIED)).toBe(false);
    // The device learns that it has expired.
    expect(await changed.find('device')).toBeDefined();
    now += 601_000;
    expect(await changed.find('device')).toBeUndefined();
  });
});
