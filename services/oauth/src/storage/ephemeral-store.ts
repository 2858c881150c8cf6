/** Short-lived state that may be lost: half-finished sign-ins, sessions, spent nonces. */
export interface EphemeralStore {
  /** Where replicas count together; nothing where there is one replica only. */
  readonly counters?: SharedCounters;
  /** Every key has a time to live. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** @returns false, and leaves all as it is, where the key is there already */
  add(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Gets and deletes at once: of several who take, one has it. */
  take(key: string): Promise<string | undefined>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** As much of a Redis client as rate-limiter-flexible calls. */
export type SharedCounters = {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  del(key: string): Promise<number>;
};
