import { setTimeout as wait } from 'node:timers/promises';
import type { RedisClient } from './redis-client.ts';
import { CONNECT_MILLISECONDS, type RedisTarget } from './redis-target.ts';

const COMMAND_MILLISECONDS = 2_000;

/** A connection to Redis that answers or fails in bounded time, and comes back by itself. */
export class RedisConnection {
  readonly #client: RedisClient;
  readonly #onError: (error: Error) => void;

  private constructor(client: RedisClient, onError: (error: Error) => void) {
    this.#onError = onError;
    this.#client = client;
  }

  /**
   * Waits for Redis a little: whatever needs none is served without it.
   * @param onError told of every connection that is lost or cannot be made
   */
  static async open(
    target: RedisTarget,
    onError: (error: Error) => void,
  ): Promise<RedisConnection> {
    // Loaded only where it is used: its 400 commands are a fifth of all that a service loads.
    const { redisClient } = await import('./redis-client.ts');
    const connection = new RedisConnection(redisClient(target, onError), onError);
    // Where Redis answers first, what is left of this keeps nobody waiting.
    const outOfPatience = wait(CONNECT_MILLISECONDS, undefined, { ref: false });
    await Promise.race([connection.#connect(), outOfPatience]);
    return connection;
  }

  /**
   * @param key one of the command's keys, which tells the node of a cluster; all keys of a command
   *   lie in one hash slot
   * @returns what Redis answers, as it is
   */
  send<T>(key: string | undefined, command: string[]): Promise<T> {
    return this.#inTime(() => this.#client.send<T>(key, command));
  }

  async close(): Promise<void> {
    if (this.#client.isReady) await this.#told(() => this.#inTime(() => this.#client.close()));
    if (this.#client.isOpen) this.#client.destroy();
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
    if (!this.#client.isReady) return;
    this.#client.destroy();
    void this.#connect();
  }

  #connect(): Promise<void> {
    return this.#told(() => this.#client.connect());
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
