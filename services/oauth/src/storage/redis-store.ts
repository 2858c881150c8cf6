import type { RedisState } from '@app-platform/runtime';
import { RedisConnection, type RedisTarget } from '@app-platform/runtime/redis';
import type { EphemeralStore, SharedCounters } from './ephemeral-store.ts';

const PREFIX = 'app-platform:oauth:';

/** The ephemeral store that replicas share. */
export class RedisStore implements EphemeralStore {
  readonly #connection: RedisConnection;
  /** Of every key. */
  readonly prefix: string;

  private constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.prefix = prefix;
  }

  /**
   * @param onError called when the connection is lost; it is opened again automatically
   * @param prefix of every key
   */
  static async connect(
    target: RedisTarget,
    onError: (error: Error) => void,
    prefix = PREFIX,
  ): Promise<RedisStore> {
    const connection = new RedisConnection(target, onError);
    await connection.open();
    return new RedisStore(connection, prefix);
  }

  get state(): RedisState {
    return this.#connection;
  }

  get counters(): SharedCounters {
    const connection = this.#connection;
    return {
      eval: (script, { keys, arguments: values }) => {
        const named = keys.map((key) => this.prefix + key);
        return connection.send(named[0], ['EVAL', script, `${keys.length}`, ...named, ...values]);
      },
      del: (key) => this.#send(key, 'DEL'),
    };
  }

  async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    await this.#send(key, 'SET', value, ...expirationIn(ttlSeconds));
  }

  async add(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    const added = await this.#send(key, 'SET', value, ...expirationIn(ttlSeconds), 'NX');
    return added !== null;
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#send<string | null>(key, 'GET')) ?? undefined;
  }

  async delete(key: string): Promise<void> {
    await this.#send(key, 'DEL');
  }

  async take(key: string): Promise<string | undefined> {
    return (await this.#send<string | null>(key, 'GETDEL')) ?? undefined;
  }

  async ping(): Promise<void> {
    await this.#connection.send(undefined, ['PING']);
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** Every command has one key, so a cluster needs no hash tags. */
  #send<T>(key: string, command: string, ...values: string[]): Promise<T> {
    const named = this.prefix + key;
    return this.#connection.send<T>(named, [command, named, ...values]);
  }
}

function expirationIn(seconds: number): string[] {
  return ['PX', String(Math.max(1, Math.ceil(seconds * 1000)))];
}
