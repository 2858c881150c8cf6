/** Short-lived state that may be lost: half-finished sign-ins, sessions, spent nonces. */
export interface EphemeralStore {
  /** Counters that replicas share; undefined for a single process. */
  readonly counters?: SharedCounters;
  /** Every key has a time to live. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** @returns false, without a change, if the key exists */
  add(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Gets and deletes atomically: one of several callers gets the value. */
  take(key: string): Promise<string | undefined>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The methods of a Redis client that rate-limiter-flexible calls. */
export type SharedCounters = {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  del(key: string): Promise<number>;
};
