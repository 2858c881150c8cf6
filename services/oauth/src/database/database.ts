import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DatabaseConnection,
  retryConflicts,
  type Statements,
} from '@app-platform/service-kit/database';
import { type Prisma, PrismaClient } from './generated/client.ts';

/** A Prisma client, or the transaction that a client has open. */
export type DatabaseClient = Prisma.TransactionClient;

/** How long a transaction may wait to begin, and then run. */
const TRANSACTION_LIMITS = { maxWait: 5_000, timeout: 10_000 };

/**
 * The OAuth service's database. A token request runs in one transaction, which begins at the first
 * statement that asks for it; every statement of the request is then part of it, wherever it is
 * issued from, for oidc-provider calls the stores itself.
 */
export class Database {
  readonly #root: PrismaClient;
  readonly #connection: DatabaseConnection;
  readonly #current = new AsyncLocalStorage<LazyTransaction>();

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    this.#root = new PrismaClient({ adapter: connection.adapter });
  }

  /** What statements are to be issued on: the request's transaction where one is open. */
  get client(): DatabaseClient {
    return this.#current.getStore()?.client ?? this.#root;
  }

  /** What goes to the driver as it is, and is part of no transaction. */
  get statements(): Statements {
    return this.#connection.statements;
  }

  /** Begins the request's transaction, if this is a request that has one. */
  async begin(): Promise<void> {
    await this.#current.getStore()?.begin();
  }

  /**
   * Runs a request whose statements, once one of them calls {@link begin}, are one transaction.
   * @param keep whether what was done is to be kept, asked when the request has ended; an error
   *   never is
   */
  async request<T>(work: () => Promise<T>, keep: (result: T) => boolean): Promise<T> {
    const transaction = new LazyTransaction(this.#root);
    return this.#current.run(transaction, async () => {
      try {
        const result = await work();
        await transaction.end(keep(result));
        return result;
      } catch (error) {
        await transaction.end(false);
        throw error;
      }
    });
  }

  /**
   * Runs `work` in a transaction: the request's own, or one for it alone. Every statement that is
   * issued meanwhile is part of it. One for it alone is done again where another is in its way.
   */
  async transaction<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const inTransaction = async () => {
      await this.begin();
      return work(this.client);
    };
    if (this.#current.getStore()) return inTransaction();
    return retryConflicts(() => this.request(inTransaction, () => true));
  }

  async ping(): Promise<void> {
    await this.#root.$queryRaw`SELECT 1`;
  }

  async close(): Promise<void> {
    await this.#root.$disconnect();
    await this.#connection.close();
  }
}

/** Thrown into Prisma's transaction callback to undo it, and caught again. */
class Undo extends Error {}

/** What kept a transaction from beginning, or from being kept; nothing where all is well. */
type Outcome = { failure?: unknown };

class LazyTransaction {
  client: DatabaseClient | undefined;
  readonly #root: PrismaClient;
  #beginning: Promise<Outcome> | undefined;
  #ending: Promise<Outcome> | undefined;
  #finish: ((keep: boolean) => void) | undefined;

  constructor(root: PrismaClient) {
    this.#root = root;
  }

  async begin(): Promise<void> {
    this.#beginning ??= new Promise((resolve) => {
      this.#ending = this.#run(() => resolve({})).then(
        () => ({}),
        (error: unknown) => {
          const outcome = error instanceof Undo ? {} : { failure: error };
          // Where it had begun, that is resolved already.
          resolve(outcome);
          return outcome;
        },
      );
    });
    throwFailure(await this.#beginning);
  }

  async end(keep: boolean): Promise<void> {
    // One that is still beginning has to have begun before it can end.
    await this.#beginning;
    this.#finish?.(keep);
    this.client = undefined;
    throwFailure((await this.#ending) ?? {});
  }

  /** Ends when {@link end} says so. */
  #run(begun: () => void): Promise<void> {
    return this.#root.$transaction(async (client) => {
      // A request that waits for another one's row gives up in time to answer.
      await client.$executeRaw`SET LOCAL lock_timeout = '4s'`;
      const finished = new Promise<boolean>((resolve) => {
        this.#finish = resolve;
      });
      this.client = client;
      begun();
      if (!(await finished)) throw new Undo();
    }, TRANSACTION_LIMITS);
  }
}

function throwFailure(outcome: Outcome): void {
  if ('failure' in outcome) throw outcome.failure;
}
