import { createClient } from 'redis';
import type { EphemeralStore } from './ephemeral-store.ts';

const PREFIX = 'app-platform:oauth:';
const CONNECT_TIMEOUT_MILLISECONDS = 5_000;
const COMMAND_TIMEOUT_MILLISECONDS = 3_000;

type Client = ReturnType<typeof redisClient>;

function redisClient(url: string) {
  return createClient({
    url,
    socket: { connectTimeout: CONNECT_TIMEOUT_MILLISECONDS },
    commandOptions: { timeout: COMMAND_TIMEOUT_MILLISECONDS },
    // Without a connection a request fails at once, instead of waiting for one.
    disableOfflineQueue: true,
  });
}

/** The ephemeral store that replicas share. */
export class RedisStore implements EphemeralStore {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** @param onError told of every connection that is lost; the client connects again by itself */
  static async connect(url: string, onError: (error: Error) => void): Promise<RedisStore> {
    const client = redisClient(url);
    client.on('error', onError);
    await client.connect();
    return new RedisStore(client);
  }

  async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    const expiration = { type: 'EX', value: Math.max(1, Math.ceil(ttlSeconds)) } as const;
    await this.#client.set(PREFIX + key, value, { expiration });
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#client.get(PREFIX + key)) ?? undefined;
  }

  async delete(key: string): Promise<void> {
    await this.#client.del(PREFIX + key);
  }

  async ping(): Promise<void> {
    await this.#client.ping();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
