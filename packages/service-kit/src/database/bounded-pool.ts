import pg from 'pg';

/** The driver's word for an answer that did not come within `query_timeout`. */
export const NO_ANSWER = 'Query read timeout';
/** How long after PostgreSQL should have ended a statement its answer is given up. */
const ANSWER_SLACK_MILLISECONDS = 2_000;
/** How many requests may wait, for each connection of the pool, before more are turned away. */
const WAITING_PER_CONNECTION = 10;

export const POOL_SATURATED = 'Too many requests wait for a connection to the database';

export type PoolBounds = {
  url: string;
  /** The most connections that the pool opens. */
  maxConnections: number;
  /** How long a statement may run before PostgreSQL ends it; 0 lets it run without end. */
  statementTimeoutMilliseconds: number;
  /** How long a request waits for a connection. */
  connectTimeoutMilliseconds: number;
};

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * A pool in which nothing waits without end: for a connection, in a queue that only grows, or for
 * the answer of a server that vanished without closing its connection.
 */
export class BoundedPool extends pg.Pool {
  readonly #mostWaiting: number;

  constructor(bounds: PoolBounds) {
    const { statementTimeoutMilliseconds: statementTimeout } = bounds;
    super({
      Client: ImpatientClient,
      connectionString: bounds.url,
      max: bounds.maxConnections,
      connectionTimeoutMillis: bounds.connectTimeoutMilliseconds,
      ...(statementTimeout && {
        statement_timeout: statementTimeout,
        query_timeout: statementTimeout + ANSWER_SLACK_MILLISECONDS,
      }),
      // Routers on the way forget connections that are silent for long.
      keepAlive: true,
      // An idle connection, and the pool's timer for it, must not keep a finished process alive.
      allowExitOnIdle: true,
    });
    this.#mostWaiting = bounds.maxConnections * WAITING_PER_CONNECTION;
    // An idle connection that the server drops must not end the process; the pool replaces it.
    this.on('error', () => undefined);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): unknown {
    if (this.waitingCount < this.#mostWaiting) {
      return connected ? super.connect(connected) : super.connect();
    }
    const error = new Error(POOL_SATURATED);
    if (!connected) return Promise.reject(error);
    connected(error, undefined, () => undefined);
  }
}

/**
 * Gives a connection up whose answer did not come. In a transaction the driver would wait on it
 * for the answer to the ROLLBACK too, and then hand it to the next one.
 */
class ImpatientClient extends pg.Client {
  // The driver's own type has nine overloads; what is passed in and out is not touched.
  override query(...args: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, args);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === NO_ANSWER) this.#giveUp();
      });
    }
    return answer as never;
  }

  #giveUp(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}
