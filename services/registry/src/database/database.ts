import {
  type DatabaseConnection,
  retryConflicts,
  type Statements,
} from '@app-platform/service-kit/database';
import { AppStore } from '../apps/app-store.ts';
import { DirectoryStore } from '../apps/directory-store.ts';
import { RegistrationStore } from '../apps/registration-store.ts';
import { SecretStore } from '../apps/secret-store.ts';
import { AttributeStore } from '../attributes/attribute-store.ts';
import { AuditStore } from '../audit/audit-store.ts';
import { CredentialStore } from '../authentication/credential-store.ts';
import { IdempotentAnswerStore } from '../idempotency/idempotent-answer-store.ts';
import { InstallationStore } from '../installations/installation-store.ts';
import { ClientStore } from '../internal/client-store.ts';
import { ApiKeyStore } from '../organizations/api-key-store.ts';
import { OrganizationStore } from '../organizations/organization-store.ts';
import { type Prisma, PrismaClient } from './generated/client.ts';

/** A Prisma client, or the transaction that a client has open. */
export type DatabaseClient = Prisma.TransactionClient;

/** Every store, on one client: within a transaction they share it. */
export type Stores = {
  apps: AppStore;
  /** Outside of a transaction each of its statements is one of its own. */
  registrations: RegistrationStore;
  directory: DirectoryStore;
  secrets: SecretStore;
  attributes: AttributeStore;
  audit: AuditStore;
  installations: InstallationStore;
  apiKeys: ApiKeyStore;
  organizations: OrganizationStore;
  idempotentAnswers: IdempotentAnswerStore;
};

export type Database = Stores & {
  /** Read-only, and in no transaction. */
  clients: ClientStore;
  /** Likewise. */
  credentials: CredentialStore;
  /**
   * Runs `work` in one transaction: all of its changes are kept, the audit row among them, or none.
   * Inside, use the stores that are passed in. Where another transaction is in its way, `work` is
   * done again.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Loads what Prisma's first statement would, which takes some 70 ms. */
  prepare(): Promise<void>;
  close(): Promise<void>;
};

/** How long a transaction may wait to begin, and then run. */
const TRANSACTION_LIMITS = { maxWait: 10_000, timeout: 10_000 };

export function openRegistryDatabase(connection: DatabaseConnection): Database {
  const client = new PrismaClient({ adapter: connection.adapter });
  // By itself a statement can be done again as a transaction can.
  const statements: Statements = {
    rows: (...parameters) => retryConflicts(() => connection.statements.rows(...parameters)),
  };
  return {
    ...storesOn(client, statements),
    clients: new ClientStore(connection.statements),
    credentials: new CredentialStore(connection.statements),
    transaction: (work) =>
      retryConflicts(() =>
        client.$transaction((tx) => work(storesOn(tx, statementsIn(tx))), TRANSACTION_LIMITS),
      ),
    // Not Prisma's, or whoever asks first whether the service is ready waits until that is loaded.
    ping: async () => {
      await connection.statements.rows({ name: 'ping', text: 'SELECT 1' }, []);
    },
    prepare: () => client.$connect(),
    close: async () => {
      await client.$disconnect();
      await connection.close();
    },
  };
}

/** The same statements, in a transaction that a client has open. */
function statementsIn(client: DatabaseClient): Statements {
  return { rows: ({ text }, values) => client.$queryRawUnsafe(text, ...values) };
}

function storesOn(client: DatabaseClient, statements: Statements): Stores {
  return {
    apps: new AppStore(client),
    registrations: new RegistrationStore(statements),
    directory: new DirectoryStore(statements),
    secrets: new SecretStore(client),
    attributes: new AttributeStore(client),
    audit: new AuditStore(client),
    installations: new InstallationStore(client),
    apiKeys: new ApiKeyStore(client),
    organizations: new OrganizationStore(client),
    idempotentAnswers: new IdempotentAnswerStore(client),
  };
}
