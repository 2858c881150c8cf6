import { createHmac, hash } from 'node:crypto';
import type { Clock } from '@app-platform/runtime';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import { EphemeralAdapter } from './adapter.ts';

/** How long a device and its user have. */
export const DEVICE_CODE_SECONDS = 600;
/** Seconds between two polls of a device. */
const DEVICE_POLL_SECONDS = 5;
/** A device that polls after the end gets `expired_token`, rather than an unknown code. */
const KEPT_SECONDS = 2 * DEVICE_CODE_SECONDS;
/** A poll that arrives early by less is not too early: the one before may have been slower. */
const TOLERATED_SECONDS = 1;

/** Where and when a device began its sign-in. */
export type DeviceInfo = { address: string; requestedAt: string };

/** What a device asks its user for. */
export type DeviceRequest = DeviceInfo & {
  clientId: string;
  parameters: Record<string, unknown>;
};

/** What the user decided, as the token endpoint reads it. */
export type DeviceDecision =
  | { error: 'access_denied'; errorDescription: string }
  | {
      accountId: string;
      authTime: number | undefined;
      grantId: string;
      resource: string;
      scope: string;
      sessionUid: string;
    };

type Keys = readonly [Uint8Array, ...Uint8Array[]];

/**
 * The codes of devices that wait for their users (RFC 8628). A device code is found by its digest. A user code
 * is short, and is found by an HMAC: with the store alone nobody can find it by trying all of them.
 */
export class DeviceCodes {
  readonly #store: EphemeralStore;
  readonly #records: EphemeralAdapter;
  readonly #keys: Keys;
  readonly #clock: Clock;
  readonly pollSeconds: number;

  /** @param keys the first one is that of new codes, all find codes */
  constructor(store: EphemeralStore, keys: Keys, clock: Clock, pollSeconds = DEVICE_POLL_SECONDS) {
    this.#store = store;
    this.#records = new EphemeralAdapter('DeviceCode', store, clock);
    this.#keys = keys;
    this.#clock = clock;
    this.pollSeconds = pollSeconds;
  }

  /** @throws TemporarilyUnavailable where another device has the user code */
  async add(deviceCode: string, { userCode = '', ...payload }: AdapterPayload): Promise<void> {
    const name = digestOf(deviceCode);
    const key = userCodeKey(this.#keys[0], userCode);
    if (!(await this.#store.add(key, name, DEVICE_CODE_SECONDS))) {
      throw new errors.TemporarilyUnavailable('try again');
    }
    await this.#records.upsert(name, payload, KEPT_SECONDS);
  }

  /** Also a code that has expired. */
  async find(deviceCode: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#records.find(digestOf(deviceCode));
    return payload && { ...payload, jti: deviceCode };
  }

  /** @throws InvalidGrant where another request has used the code */
  async use(deviceCode: string): Promise<void> {
    const name = digestOf(deviceCode);
    if (!(await this.#store.add(`DeviceCode:used:${name}`, '', KEPT_SECONDS))) {
      throw new errors.InvalidGrant('device code already used');
    }
    await this.#records.destroy(name);
  }

  /** Notes a poll. @returns whether the one before it is too recent */
  async isPolledTooSoon(deviceCode: string): Promise<boolean> {
    const seconds = this.pollSeconds - TOLERATED_SECONDS;
    return !(await this.#store.add(`DeviceCode:polled:${digestOf(deviceCode)}`, '', seconds));
  }

  /** @returns undefined for a code that is wrong, was used, or has expired */
  async findRequest(userCode: string): Promise<DeviceRequest | undefined> {
    for (const key of this.#keys) {
      const name = await this.#store.get(userCodeKey(key, userCode));
      if (name !== undefined) return this.#requestOf(name);
    }
    return undefined;
  }

  /**
   * Stores what the user decides, once: of several decisions at the same time the first one counts.
   * @param decide carries the decision out; where it fails, the code can be used again
   * @returns false for a code that is wrong, was used, or has expired
   */
  async decide(
    userCode: string,
    decide: (request: DeviceRequest) => Promise<DeviceDecision>,
  ): Promise<boolean> {
    for (const one of this.#keys) {
      const key = userCodeKey(one, userCode);
      const name = await this.#store.take(key);
      const payload = name === undefined ? undefined : await this.#findValid(name);
      if (name === undefined || !payload) continue;
      const decision = await decide(requestOf(payload)).catch(async (error: unknown) => {
        await this.#store.set(key, name, this.#secondsLeft(payload));
        throw error;
      });
      await this.#records.upsert(name, { ...payload, ...decision }, KEPT_SECONDS);
      return true;
    }
    return false;
  }

  async #requestOf(name: string): Promise<DeviceRequest | undefined> {
    const payload = await this.#findValid(name);
    return payload && requestOf(payload);
  }

  async #findValid(name: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#records.find(name);
    return payload && this.#secondsLeft(payload) > 0 ? payload : undefined;
  }

  #secondsLeft({ exp = 0 }: AdapterPayload): number {
    return exp - this.#clock().getTime() / 1000;
  }
}

function requestOf({ clientId = '', params = {}, deviceInfo }: AdapterPayload): DeviceRequest {
  return { clientId, parameters: params, ...(deviceInfo as DeviceInfo) };
}

function digestOf(deviceCode: string): string {
  return hash('sha256', deviceCode, 'base64url');
}

function userCodeKey(key: Uint8Array, userCode: string): string {
  return `DeviceCode:user:${createHmac('sha256', key).update(userCode).digest('base64url')}`;
}

/** oidc-provider's adapter for device codes. Its own pages, which would find them by the user code, are not served. */
export class DeviceCodeAdapter implements Adapter {
  readonly #codes: DeviceCodes;

  constructor(codes: DeviceCodes) {
    this.#codes = codes;
  }

  upsert(id: string, payload: AdapterPayload): Promise<void> {
    return this.#codes.add(id, payload);
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#codes.find(id);
  }

  consume(id: string): Promise<void> {
    return this.#codes.use(id);
  }

  async destroy(): Promise<void> {
    throw new Error('a device code is used, or expires');
  }

  async revokeByGrantId(): Promise<void> {
    // A device code that was used is gone.
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}
