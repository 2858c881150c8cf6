import { setTimeout as wait } from 'node:timers/promises';
import { explainUntrustedCertificate } from '../config/untrusted-certificate.ts';
import type { RedisState } from '../telemetry/metrics.ts';
import { type RedisClient, redisClient } from './redis-client.ts';
import { redisFailure } from './redis-outage.ts';
import { CONNECT_MILLISECONDS, type RedisTarget } from './redis-target.ts';

const COMMAND_MILLISECONDS = 2_000;
const RETRY_MILLISECONDS = 500;

/** A connection to Redis with bounded waits. It opens at its first use and reconnects by itself. */
export class RedisConnection implements RedisState {
  readonly #client: RedisClient;
  readonly #onError: (error: Error) => void;
  #opening: Promise<void> | undefined;
  #isClosed = false;
  #failedCommands = 0;

  /** @param onError called for each connection that is lost or cannot be made */
  constructor(target: RedisTarget, onError: (error: Error) => void) {
    this.#onError = (error) => onError(explainUntrustedCertificate('Redis', error));
    this.#client = redisClient(target, this.#onError);
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  get failedCommands(): number {
    return this.#failedCommands;
  }

  /** Connects. Resolves after three seconds without a connection too: the caller starts without Redis. */
  open(): Promise<void> {
    this.#opening ??= Promise.race([
      this.#connect(),
      wait(CONNECT_MILLISECONDS, undefined, { ref: false }),
    ]);
    return this.#opening;
  }

  /**
   * @param key a key of the command, which selects the cluster node; all keys of a command lie in one
   *   hash slot
   * @returns the reply of Redis
   * @throws RedisOutage where Redis cannot be used now
   */
  async send<T>(key: string | undefined, command: string[]): Promise<T> {
    if (!this.#client.isReady) await this.open();
    if (this.#isClosed) throw new Error('The connection to Redis is closed');
    try {
      return await this.#inTime(() => this.#client.send<T>(key, command));
    } catch (error) {
      this.#failedCommands += 1;
      throw redisFailure(error);
    }
  }

  /** Closes for good. A connection that was never opened stays closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#client.isReady) {
      await this.#inTime(() => this.#client.close()).catch(this.#onError);
    }
    if (this.#client.isOpen) await this.#client.destroy();
  }

  /**
   * The timeout of node-redis does not cover a command of a sentinel or cluster that waits for a
   * fail-over. Its socket timeout restarts with every write, so that a dead connection under load
   * would never be replaced.
   */
  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error('Redis did not answer in time'));
        void this.#replaceConnection();
      }, COMMAND_MILLISECONDS);
    });
    try {
      return await Promise.race([work(), overdue]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #replaceConnection(): Promise<void> {
    if (!this.#client.isReady) return;
    await this.#client.destroy();
    await this.#connect();
  }

  /** The clients of a cluster and of sentinels reject when no node responds, and must be called again. */
  async #connect(): Promise<void> {
    while (!this.#isClosed && !this.#client.isOpen) {
      try {
        await this.#client.connect();
      } catch (error) {
        if (this.#isClosed) return;
        this.#onError(error instanceof Error ? error : new Error(String(error)));
        await wait(RETRY_MILLISECONDS, undefined, { ref: false });
      }
    }
  }
}
