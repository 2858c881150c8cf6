import type { DatabaseConnection, Statements } from '@app-platform/runtime/database';
import { AppNameStore } from './apps/app-name-store.ts';
import { AppStore } from './apps/app-store.ts';
import { BlockStore } from './apps/block-store.ts';
import { DirectoryStore } from './apps/directory-store.ts';
import { PublicNameStore } from './apps/public-name-store.ts';
import { RegistrationStore } from './apps/registration-store.ts';
import { SecretStore } from './apps/secret-store.ts';
import { AttributeStore } from './attributes/attribute-store.ts';
import { AuditStore } from './audit/audit-store.ts';
import { AuditTrailStore } from './audit/audit-trail-store.ts';
import { CredentialStore } from './authentication/credential-store.ts';
import { type Database, type DatabaseClient, openDatabase } from './database/database.ts';
import { IdempotentAnswerStore } from './idempotency/idempotent-answer-store.ts';
import { InstallationStore } from './installations/installation-store.ts';
import { ClientStore } from './internal/client-store.ts';
import { ApiKeyStore } from './organizations/api-key-store.ts';
import { OrganizationStore } from './organizations/organization-store.ts';
import { ReservedNameStore } from './reserved-names/reserved-name-store.ts';

/** The stores that read and write by statements alone. */
export type AppStores = {
  apps: AppStore;
  appNames: AppNameStore;
  blocks: BlockStore;
  registrations: RegistrationStore;
  publicNames: PublicNameStore;
  audit: AuditStore;
  idempotentAnswers: IdempotentAnswerStore;
};

/** Every store that takes part in a transaction. */
export type Stores = AppStores & {
  secrets: SecretStore;
  attributes: AttributeStore;
  installations: InstallationStore;
  apiKeys: ApiKeyStore;
  organizations: OrganizationStore;
  reservedNames: ReservedNameStore;
};

/** Stores outside a transaction, in which each statement is one of its own, and transactions. */
export type RegistryDatabase = Stores &
  Pick<Database, 'ping' | 'prepare' | 'close'> & {
    directory: DirectoryStore;
    auditTrail: AuditTrailStore;
    clients: ClientStore;
    credentials: CredentialStore;
    /**
     * Runs `work` in one transaction: all of its changes are kept, the audit row among them, or none.
     * Use the stores that it is given. Where another transaction is in its way, it is run again.
     */
    transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
    /** The same for changes of apps, which are frequent, at half the CPU time. */
    appTransaction<T>(work: (stores: AppStores) => Promise<T>): Promise<T>;
  };

export function openRegistryDatabase(connection: DatabaseConnection): RegistryDatabase {
  const database = openDatabase(connection);
  const { client, statements, ping, prepare, close } = database;
  return {
    ...storesOn(statements, client),
    directory: new DirectoryStore(statements),
    auditTrail: new AuditTrailStore(client),
    clients: new ClientStore(statements),
    credentials: new CredentialStore(statements),
    transaction: (work) => database.clientTransaction((...on) => work(storesOn(...on))),
    appTransaction: (work) => database.transaction((on) => work(appStoresOn(on))),
    ping,
    prepare,
    close,
  };
}

function appStoresOn(statements: Statements): AppStores {
  return {
    apps: new AppStore(statements),
    appNames: new AppNameStore(statements),
    blocks: new BlockStore(statements),
    registrations: new RegistrationStore(statements),
    publicNames: new PublicNameStore(statements),
    audit: new AuditStore(statements),
    idempotentAnswers: new IdempotentAnswerStore(statements),
  };
}

function storesOn(statements: Statements, client: DatabaseClient): Stores {
  return {
    ...appStoresOn(statements),
    secrets: new SecretStore(client),
    attributes: new AttributeStore(statements),
    installations: new InstallationStore(statements, client),
    apiKeys: new ApiKeyStore(statements, client),
    organizations: new OrganizationStore(statements, client),
    reservedNames: new ReservedNameStore(client),
  };
}
