import { RedisConnection } from '@app-platform/service-kit/redis';
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
   * @param onError told of every connection that is lost; another one is made by itself
   * @param prefix what all keys begin with
   */
  static async connect(
    url: string,
    onError: (error: Error) => void,
    prefix = PREFIX,
  ): Promise<RedisStore> {
    return new RedisStore(await RedisConnection.open(url, onError), prefix);
  }

  get counters(): SharedCounters {
    const connection = this.#connection;
    const named = (key: string) => this.prefix + key;
    return {
      eval: (script, { keys, ...rest }) =>
        connection.run((client) => client.eval(script, { ...rest, keys: keys.map(named) })),
      del: (key) => connection.run((client) => client.del(named(key))),
    };
  }

  async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    const expiration = expirationIn(ttlSeconds);
    await this.#connection.run((client) => client.set(this.prefix + key, value, { expiration }));
  }

  async add(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    const options = { condition: 'NX', expiration: expirationIn(ttlSeconds) } as const;
    const added = await this.#connection.run((client) =>
      client.set(this.prefix + key, value, options),
    );
    return added !== null;
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#connection.run((client) => client.get(this.prefix + key))) ?? undefined;
  }

  async delete(key: string): Promise<void> {
    await this.#connection.run((client) => client.del(this.prefix + key));
  }

  async take(key: string): Promise<string | undefined> {
    return (await this.#connection.run((client) => client.getDel(this.prefix + key))) ?? undefined;
  }

  async ping(): Promise<void> {
    await this.#connection.run((client) => client.ping());
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}

function expirationIn(seconds: number) {
  return { type: 'PX', value: Math.max(1, Math.ceil(seconds * 1000)) } as const;
}
