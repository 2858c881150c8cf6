import pg from 'pg';

export const NO_ANSWER = 'The database did not answer in time';
export const READ_ONLY = 'The database is read-only';
/** PostgreSQL's error for a change in a read-only transaction. All transactions of a standby are. */
const READ_ONLY_SQL_STATE = '25006';
/** Connections follow an address that leads to another server, and credentials that were replaced. */
const LIFETIME_SECONDS = 300;
/** How long after PostgreSQL's own statement timeout the connection is destroyed. */
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
  /** How long a statement may wait for a lock; 0 lets it wait without end. */
  lockTimeoutMilliseconds: number;
  /** How long a request waits for a connection. */
  connectTimeoutMilliseconds: number;
  /** Whether the server may be read-only. */
  isReplica?: boolean;
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
  readonly #open = new Set<TimeoutClient>();

  constructor(bounds: PoolBounds) {
    const { statementTimeoutMilliseconds: statementTimeout } = bounds;
    super({
      Client: TimeoutClient,
      connectionString: bounds.url,
      max: bounds.maxConnections,
      connectionTimeoutMillis: bounds.connectTimeoutMilliseconds,
      ...(statementTimeout && {
        answerTimeoutMilliseconds: statementTimeout + ANSWER_SLACK_MILLISECONDS,
      }),
      // Statements of a transaction that do not wait for each other are sent together.
      pipeline: true,
      onConnect: (client) => openSession(client, bounds),
      maxLifetimeSeconds: LIFETIME_SECONDS,
      // Routers on the way forget connections that are silent for long.
      keepAlive: true,
      // An idle connection, and the pool's timer for it, must not keep a finished process alive.
      allowExitOnIdle: true,
    });
    this.#mostWaiting = bounds.maxConnections * WAITING_PER_CONNECTION;
    // An idle connection that the server drops must not end the process; the pool replaces it.
    this.on('error', () => undefined);
    this.on('connect', (client) => {
      // Always: the types of the driver do not say so.
      if (!(client instanceof TimeoutClient)) return;
      this.#open.add(client);
      client
        .once(READ_ONLY, () => this.closeConnections())
        .once('end', () => this.#open.delete(client));
    });
  }

  /**
   * Closes all connections, those in use too. After a fail-over they lead to a server that became a
   * standby. Its data may be older than a revocation, so that not even a read may use them.
   */
  closeConnections(): void {
    for (const client of this.#open) destroyConnection(client);
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
 * Settings are statements, because PgBouncer refuses parameters at start-up that it does not know.
 * Statements are written so that one plan fits every value: planning a registration for its values
 * took half of its time (docs/decisions/0052).
 * @throws Error for a server that is read-only, unless it is a replica
 */
async function openSession(client: pg.ClientBase, bounds: PoolBounds): Promise<void> {
  const answers: unknown = await client.query(`SET plan_cache_mode = force_generic_plan;
    SET statement_timeout = ${bounds.statementTimeoutMilliseconds};
    SET lock_timeout = ${bounds.lockTimeoutMilliseconds};
    SHOW transaction_read_only`);
  const [row] = (answers as pg.QueryResult[]).at(-1)?.rows ?? [];
  if (row?.transaction_read_only === 'on' && !bounds.isReplica) throw new Error(READ_ONLY);
}

type Answered = (error: Error | null, result: unknown) => void;

/**
 * Destroys a connection whose query timed out, as the driver's `query_timeout` does. That keeps what each
 * statement holds in memory for long (docs/decisions/0088).
 */
class TimeoutClient extends pg.Client {
  readonly #timeoutMilliseconds: number | undefined;

  constructor(config: pg.ClientConfig & { answerTimeoutMilliseconds?: number } = {}) {
    super(config);
    this.#timeoutMilliseconds = config.answerTimeoutMilliseconds;
  }

  // The driver's own type has nine overloads. A query that sends itself, such as a cursor, is not for here.
  override query(statement: unknown, ...rest: unknown[]): never {
    const isCallback = (one: unknown) => typeof one === 'function';
    const values = rest.find((one) => !isCallback(one));
    const answered = rest.find(isCallback) as Answered | undefined;
    return (
      answered ? this.#send(statement, values, answered) : this.#promise(statement, values)
    ) as never;
  }

  async #promise(statement: unknown, values: unknown): Promise<unknown> {
    try {
      return await new Promise((resolve, reject) => {
        this.#send(statement, values, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } catch (error) {
      // As the driver does: a stack trace from here names the caller, one from the socket does not.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  /**
   * The driver is given the callback at once. One that it sets later itself, for a promise or for
   * `query_timeout`, makes V8 keep what the statement holds until all of the heap is collected.
   */
  #send(statement: unknown, values: unknown, answered: Answered): void {
    // Statements that do not wait for each other are sent in one write (docs/decisions/0052).
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    Reflect.apply(super.query, this, [statement, values, this.#withTimeout(answered)]);
  }

  /** Settles once: destroying the socket also triggers the driver's callback. */
  #withTimeout(answered: Answered): Answered {
    let timer: NodeJS.Timeout | undefined;
    let isAnswered = false;
    const answerOnce: Answered = (error, result) => {
      if (isAnswered) return;
      isAnswered = true;
      clearTimeout(timer);
      answered(error, result);
      if (error && Reflect.get(error, 'code') === READ_ONLY_SQL_STATE) this.emit(READ_ONLY);
    };
    if (this.#timeoutMilliseconds !== undefined) {
      timer = setTimeout(() => {
        answerOnce(new Error(NO_ANSWER), undefined);
        destroyConnection(this);
      }, this.#timeoutMilliseconds);
    }
    return answerOnce;
  }
}

/** Closes the socket at once, whatever waits for an answer on it. */
export function destroyConnection(client: pg.ClientBase): void {
  (client as pg.Client).connection.stream.destroy();
}
