/** Short-lived state that may be lost: half-finished sign-ins, sessions, spent nonces. */
export interface EphemeralStore {
  /** Every key has a time to live. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
