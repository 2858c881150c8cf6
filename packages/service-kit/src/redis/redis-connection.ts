import { setTimeout as wait } from 'node:timers/promises';
import type { RedisClient } from './redis-client.ts';
import { CONNECT_MILLISECONDS, type RedisTarget } from './redis-target.ts';

const COMMAND_MILLISECONDS = 2_000;

/**
 * A connection to Redis that answers or fails in bounded time, and comes back by itself. It is made
 * when it is first used, or opened.
 */
export class RedisConnection {
  readonly #target: RedisTarget;
  readonly #onError: (error: Error) => void;
  #client: RedisClient | undefined;
  #opening: Promise<void> | undefined;
  #isClosed = false;

  /** @param onError told of every connection that is lost or cannot be made */
  constructor(target: RedisTarget, onError: (error: Error) => void) {
    this.#target = target;
    this.#onError = onError;
  }

  /** Waits for Redis a little: whatever needs none is served without it. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /**
   * @param key one of the command's keys, which tells the node of a cluster; all keys of a command
   *   lie in one hash slot
   * @returns what Redis answers, as it is
   */
  async send<T>(key: string | undefined, command: string[]): Promise<T> {
    // Whoever comes while it is opened waits for that; once it is, what is lost fails at once.
    if (!this.#client?.isReady) await this.open();
    const client = this.#client;
    if (!client || this.#isClosed) throw new Error('The connection to Redis is closed');
    return await this.#inTime(() => client.send<T>(key, command));
  }

  /** For good: one that has not been opened never will be. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    if (client?.isReady) await this.#told(() => this.#inTime(() => client.close()));
    if (client?.isOpen) client.destroy();
  }

  async #open(): Promise<void> {
    if (this.#isClosed) return;
    // Loaded only where it is used: its 400 commands are a fifth of all that a service loads.
    const { redisClient } = await import('./redis-client.ts');
    if (this.#isClosed) return;
    this.#client = redisClient(this.#target, this.#onError);
    // Where Redis answers first, what is left of this keeps nobody waiting.
    const outOfPatience = wait(CONNECT_MILLISECONDS, undefined, { ref: false });
    await Promise.race([this.#connect(this.#client), outOfPatience]);
  }

  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error('Redis did not answer in time'));
        this.#replaceSilentConnection();
      }, COMMAND_MILLISECONDS);
    });
    try {
      return await Promise.race([work(), overdue]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * The client's own timeout ends when a command is written, and its socket's begins anew with
   * every write: under load a connection that is silently dead would swallow commands for ever.
   */
  #replaceSilentConnection(): void {
    const client = this.#client;
    if (!client?.isReady) return;
    client.destroy();
    void this.#connect(client);
  }

  #connect(client: RedisClient): Promise<void> {
    return this.#told(() => client.connect());
  }

  /** Tells what it fails of, and goes on. */
  async #told(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#onError(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
