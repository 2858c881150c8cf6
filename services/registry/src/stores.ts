import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DatabaseConnection,
  IdempotentAnswerStore,
  type Statements,
} from '@app-platform/runtime/database';
import { AppNameStore } from './apps/app-name-store.ts';
import { AppStore } from './apps/app-store.ts';
import { BlockStore } from './apps/block-store.ts';
import { DescriptionStore } from './apps/description-store.ts';
import { DirectoryStore } from './apps/directory-store.ts';
import { PublicNameStore } from './apps/public-name-store.ts';
import { RegistrationStore } from './apps/registration-store.ts';
import { SecretStore } from './apps/secret-store.ts';
import { AttributeSettingStore } from './attributes/attribute-setting-store.ts';
import { AttributeStore } from './attributes/attribute-store.ts';
import { AuditStore } from './audit/audit-store.ts';
import { AuditTrailStore } from './audit/audit-trail-store.ts';
import { CredentialStore } from './authentication/credential-store.ts';
import { type Database, type DatabaseClient, openDatabase } from './database/database.ts';
import { DoctorStore } from './doctor/doctor-store.ts';
import { DraftStore } from './drafts/draft-store.ts';
import { InstallationRequestStore } from './installation-requests/installation-request-store.ts';
import { InstallationCountStore } from './installations/installation-count-store.ts';
import { InstallationStore } from './installations/installation-store.ts';
import { UninstallationStore } from './installations/uninstallation-store.ts';
import { ClientStore } from './internal/client-store.ts';
import { ApiKeyStore } from './organizations/api-key-store.ts';
import { OrganizationStore } from './organizations/organization-store.ts';
import { PlanStore } from './plans/plan-store.ts';
import { ReservedNameStore } from './reserved-names/reserved-name-store.ts';
import { DeliveryLogStore } from './webhooks/delivery-log-store.ts';
import { DeliveryStore } from './webhooks/delivery-store.ts';
import { EventStore } from './webhooks/event-store.ts';
import { WebhookStore } from './webhooks/webhook-store.ts';
import { WithdrawalStore } from './withdrawal/withdrawal-store.ts';

/** The stores that read and write by statements alone. */
export type AppStores = {
  apps: AppStore;
  appNames: AppNameStore;
  blocks: BlockStore;
  registrations: RegistrationStore;
  descriptions: DescriptionStore;
  publicNames: PublicNameStore;
  audit: AuditStore;
  idempotentAnswers: IdempotentAnswerStore;
  withdrawals: WithdrawalStore;
  drafts: DraftStore;
  attributes: AttributeStore;
  attributeSettings: AttributeSettingStore;
  events: EventStore;
};

/** Every store that takes part in a transaction. */
export type Stores = AppStores & {
  secrets: SecretStore;
  installations: InstallationStore;
  installationRequests: InstallationRequestStore;
  uninstallations: UninstallationStore;
  plans: PlanStore;
  apiKeys: ApiKeyStore;
  organizations: OrganizationStore;
  reservedNames: ReservedNameStore;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  deliveryLog: DeliveryLogStore;
};

/** Stores outside a transaction, in which each statement is one of its own, and transactions. */
export type RegistryDatabase = Stores &
  Pick<Database, 'ping' | 'prepare' | 'close'> & {
    directory: DirectoryStore;
    auditTrail: AuditTrailStore;
    clients: ClientStore;
    credentials: CredentialStore;
    doctor: DoctorStore;
    installationCounts: InstallationCountStore;
    /**
     * Runs `work` in one transaction: all of its changes are kept, the audit row among them, or none.
     * Use the stores that it is given. Where another transaction is in its way, it is run again.
     */
    transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
    /** The same for changes of apps, which are frequent, at half the CPU time. */
    appTransaction<T>(work: (stores: AppStores) => Promise<T>): Promise<T>;
    /** A transaction that every other one joins which `work` calls for. It is for idempotency keys. */
    surroundingTransaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
    /** Calls a listener after each commit that adds deliveries to webhooks. */
    onDeliveries(listener: () => void): void;
  };

export function openRegistryDatabase(connection: DatabaseConnection): RegistryDatabase {
  const database = openDatabase(connection);
  const { client, statements, ping, prepare, close } = database;
  let listener: (() => void) | undefined;
  const notifying = notifyAfter(() => listener?.());
  const surrounding = new AsyncLocalStorage<Stores>();
  const joining = async <T>(work: (stores: Stores) => Promise<T>, begin: () => Promise<T>) => {
    const stores = surrounding.getStore();
    return stores ? work(stores) : begin();
  };
  const transaction = <T>(work: (stores: Stores) => Promise<T>) =>
    notifying((onDeliveries) =>
      database.clientTransaction((...on) => work(storesOn(...on, onDeliveries))),
    );
  return {
    ...storesOn(statements, client),
    directory: new DirectoryStore(statements),
    auditTrail: new AuditTrailStore(client),
    clients: new ClientStore(statements),
    credentials: new CredentialStore(statements),
    doctor: new DoctorStore(statements),
    installationCounts: new InstallationCountStore(statements),
    transaction: (work) => joining(work, () => transaction(work)),
    appTransaction: (work) =>
      joining(work, () =>
        notifying((onDeliveries) =>
          database.transaction((on) => work(appStoresOn(on, onDeliveries))),
        ),
      ),
    surroundingTransaction: (work) =>
      transaction((stores) => surrounding.run(stores, () => work(stores))),
    onDeliveries: (given) => {
      listener = given;
    },
    ping,
    prepare,
    close,
  };
}

/** Makes a transaction that adds deliveries call `notify` after its commit. */
function notifyAfter(notify: () => void) {
  return async <T>(transaction: (onDeliveries: () => void) => Promise<T>): Promise<T> => {
    let hasDeliveries = false;
    const result = await transaction(() => {
      hasDeliveries = true;
    });
    if (hasDeliveries) notify();
    return result;
  };
}

function appStoresOn(statements: Statements, onDeliveries?: () => void): AppStores {
  return {
    apps: new AppStore(statements),
    appNames: new AppNameStore(statements),
    blocks: new BlockStore(statements),
    registrations: new RegistrationStore(statements),
    descriptions: new DescriptionStore(statements),
    publicNames: new PublicNameStore(statements),
    audit: new AuditStore(statements),
    idempotentAnswers: new IdempotentAnswerStore({ statements }),
    withdrawals: new WithdrawalStore(statements),
    drafts: new DraftStore(statements),
    attributes: new AttributeStore(statements),
    attributeSettings: new AttributeSettingStore(statements),
    events: new EventStore(statements, onDeliveries),
  };
}

function storesOn(
  statements: Statements,
  client: DatabaseClient,
  onDeliveries?: () => void,
): Stores {
  return {
    ...appStoresOn(statements, onDeliveries),
    secrets: new SecretStore(client),
    installations: new InstallationStore(statements, client),
    installationRequests: new InstallationRequestStore(statements),
    uninstallations: new UninstallationStore(statements),
    plans: new PlanStore(statements),
    apiKeys: new ApiKeyStore(statements, client),
    organizations: new OrganizationStore(statements, client),
    reservedNames: new ReservedNameStore(client),
    webhooks: new WebhookStore(statements, client),
    deliveries: new DeliveryStore(statements),
    deliveryLog: new DeliveryLogStore(statements, onDeliveries),
  };
}
