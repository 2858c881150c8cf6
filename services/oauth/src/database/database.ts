import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DatabaseConnection,
  defineStatement,
  prismaTransaction,
  retryConflicts,
  type Statements,
} from '@app-platform/runtime/database';
import { type Prisma, PrismaClient } from './generated/client.ts';

/** Prisma's client, or the transaction that it has open. */
export type DatabaseClient = Prisma.TransactionClient;

/** How long a transaction may wait to begin, and then run. */
const TRANSACTION_LIMITS = { maxWait: 5_000, timeout: 10_000 };

/** A request that waits for a row of another request gives up in time to answer. */
const LIMIT_LOCK_WAIT = defineStatement({
  name: 'limit-lock-wait',
  text: "SET LOCAL lock_timeout = '4s'",
  parameters: {},
  row: {},
});

/**
 * The OAuth service's database: Prisma's client for create, read, update and delete by key, and
 * declared statements for everything else. Both join the transaction of the current request.
 * oidc-provider calls the stores itself, so the transaction is found by asynchronous context.
 */
export class Database {
  readonly #root: PrismaClient;
  readonly #connection: DatabaseConnection;
  readonly #current = new AsyncLocalStorage<LazyTransaction>();

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    this.#root = new PrismaClient({ adapter: connection.adapter });
  }

  get client(): DatabaseClient {
    return this.#current.getStore()?.open?.client ?? this.#root;
  }

  get statements(): Statements {
    return this.#current.getStore()?.open?.statements ?? this.#connection.statements;
  }

  /** Begins the transaction of the current request, if {@link request} runs it. */
  async begin(): Promise<void> {
    await this.#current.getStore()?.begin();
  }

  /**
   * Runs a request. After the first call of {@link begin} its statements are one transaction.
   * @param keep decides from the result whether to commit; an error always rolls back
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
   * Runs `work` in the transaction of the current request, or in one of its own, which is retried
   * after a conflict with another transaction.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const inTransaction = async () => {
      await this.begin();
      return work();
    };
    if (this.#current.getStore()) return inTransaction();
    return retryConflicts(() => this.request(inTransaction, () => true));
  }

  ping(): Promise<void> {
    return this.#connection.ping();
  }

  async close(): Promise<void> {
    await this.#root.$disconnect();
    await this.#connection.close();
  }
}

/** Thrown in Prisma's transaction callback to roll back, and caught in {@link LazyTransaction}. */
class Rollback extends Error {}

/** The error that kept a transaction from beginning or committing, if any. */
type Outcome = { failure?: unknown };

class LazyTransaction {
  open: { client: DatabaseClient; statements: Statements } | undefined;
  readonly #root: PrismaClient;
  #beginning: Promise<Outcome> | undefined;
  #ending: Promise<Outcome> | undefined;
  #finish: ((commit: boolean) => void) | undefined;

  constructor(root: PrismaClient) {
    this.#root = root;
  }

  async begin(): Promise<void> {
    this.#beginning ??= new Promise((resolve) => {
      this.#ending = this.#run(() => resolve({})).then(
        () => ({}),
        (error: unknown) => {
          const outcome = error instanceof Rollback ? {} : { failure: error };
          // No effect after a successful begin, which has resolved the promise.
          resolve(outcome);
          return outcome;
        },
      );
    });
    throwFailure(await this.#beginning);
  }

  async end(commit: boolean): Promise<void> {
    // A transaction that is still beginning cannot end yet.
    await this.#beginning;
    this.#finish?.(commit);
    this.open = undefined;
    throwFailure((await this.#ending) ?? {});
  }

  /** Runs until {@link end}. */
  #run(begun: () => void): Promise<void> {
    return prismaTransaction<DatabaseClient, void>(
      (work) => this.#root.$transaction(work, TRANSACTION_LIMITS),
      async (client, statements) => {
        await statements.rows(LIMIT_LOCK_WAIT, {});
        const finished = new Promise<boolean>((resolve) => {
          this.#finish = resolve;
        });
        this.open = { client, statements };
        begun();
        if (!(await finished)) throw new Rollback();
      },
    );
  }
}

function throwFailure(outcome: Outcome): void {
  if ('failure' in outcome) throw outcome.failure;
}
