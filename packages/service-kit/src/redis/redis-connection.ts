import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';

const CONNECT_MILLISECONDS = 3_000;
const COMMAND_MILLISECONDS = 2_000;
const PING_MILLISECONDS = 1_000;
/** More than a ping and its answer take, or idle connections would be dropped. */
const SILENCE_MILLISECONDS = 4_000;
const MOST_RETRY_MILLISECONDS = 1_000;

type Client = ReturnType<typeof redisClient>;

function redisClient(url: string) {
  return createClient({
    url,
    pingInterval: PING_MILLISECONDS,
    socket: {
      connectTimeout: CONNECT_MILLISECONDS,
      // Bounds the handshake, too, which has no timeout of its own.
      socketTimeout: SILENCE_MILLISECONDS,
      // The client's own strategy gives up for good after a silence.
      reconnectStrategy: (retries) =>
        Math.min(50 * 2 ** retries, MOST_RETRY_MILLISECONDS) + Math.random() * 100,
    },
    // Without a connection a request fails at once, instead of waiting for one.
    disableOfflineQueue: true,
  });
}

/** A connection to Redis that answers or fails in bounded time, and comes back by itself. */
export class RedisConnection {
  readonly #client: Client;
  readonly #onError: (error: Error) => void;

  private constructor(url: string, onError: (error: Error) => void) {
    this.#onError = onError;
    this.#client = redisClient(url);
    this.#client.on('error', onError);
  }

  /**
   * Waits for Redis a little: whatever needs none is served without it.
   * @param onError told of every connection that is lost or cannot be made
   */
  static async open(url: string, onError: (error: Error) => void): Promise<RedisConnection> {
    const connection = new RedisConnection(url, onError);
    const patience = new AbortController();
    const { signal } = patience;
    const outOfPatience = wait(CONNECT_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    await Promise.race([connection.#connect(), outOfPatience]);
    patience.abort();
    return connection;
  }

  async run<T>(command: (client: Client) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error('Redis did not answer in time'));
        this.#replaceSilentConnection();
      }, COMMAND_MILLISECONDS);
    });
    try {
      return await Promise.race([command(this.#client), overdue]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const drained = this.#client.isReady && this.run((client) => client.close());
    await Promise.resolve(drained).catch(() => undefined);
    if (this.#client.isOpen) this.#client.destroy();
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

  async #connect(): Promise<void> {
    try {
      await this.#client.connect();
    } catch (error) {
      this.#onError(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
