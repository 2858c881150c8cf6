import type { Change } from '@app-platform/contracts';
import type { Logger, ServiceMetrics } from '@app-platform/runtime';
import { DatabaseChanges } from '@app-platform/runtime/changes';
import {
  auditPartitions,
  type DatabaseConnection,
  IdempotentAnswerStore,
  PartitionUpkeep,
  ReadReplicas,
  type Statements,
} from '@app-platform/runtime/database';
import { LoggedAppStore } from './app-log/logged-app-store.ts';
import { AppNameStore } from './apps/app-name-store.ts';
import { AppStore } from './apps/app-store.ts';
import { BlockStore } from './apps/blocks/block-store.ts';
import { DirectoryStore } from './apps/directory/directory-store.ts';
import { SortedDirectoryStore } from './apps/directory/sorted-directory-store.ts';
import { WordSearchStore } from './apps/directory/word-search-store.ts';
import { DraftStore } from './apps/drafts/draft-store.ts';
import { DescriptionStore } from './apps/registration/description-store.ts';
import { PublicNameStore } from './apps/registration/public-name-store.ts';
import { RegistrationStore } from './apps/registration/registration-store.ts';
import { ReservedNameStore } from './apps/reserved-names/reserved-name-store.ts';
import { SecretStore } from './apps/secrets/secret-store.ts';
import { TransferStore } from './apps/transfers/transfer-store.ts';
import { WithdrawalStore } from './apps/versions/withdrawal-store.ts';
import { AttributeSettingStore } from './attributes/attribute-setting-store.ts';
import { AttributeStore } from './attributes/attribute-store.ts';
import { AuditStore, AuditTrailStore } from './audit/audit-store.ts';
import { ApiKeyStore } from './authentication/api-key-store.ts';
import { CredentialStore } from './authentication/credential-store.ts';
import { type OpenDatabase, openDatabase } from './database/database.ts';
import { DoctorStore } from './doctor/doctor-store.ts';
import { EventStore } from './events/event-store.ts';
import { InstallationEventStore } from './events/installation-event-store.ts';
import { EndedAccessStore } from './installations/ended-access-store.ts';
import {
  type FirstRequest,
  InstallationRequestStore,
} from './installations/installation-request-store.ts';
import { InstallationCountStore, InstallationStore } from './installations/installation-store.ts';
import { PlanStore } from './installations/plan-store.ts';
import { AppPolicyStore } from './installations/policy/app-policy-store.ts';
import { UninstallationStore } from './installations/uninstallation-store.ts';
import { ClientStore } from './oauth-clients/client-store.ts';
import { DeletionStore } from './organization-deletion/deletion-store.ts';
import { OrganizationRowStore } from './organization-deletion/organization-row-store.ts';
import { OrganizationStore } from './organizations/organization-store.ts';
import { activityStore } from './usage/activity-store.ts';
import { usageStore } from './usage/usage-store.ts';
import { AppDeliveryStore } from './webhooks/app-delivery-store.ts';
import {
  DeliveryChangeStore,
  REMOVE_OLD_DELIVERY_CHANGES,
} from './webhooks/delivery-change-store.ts';
import { DeliveryLogStore } from './webhooks/delivery-log-store.ts';
import { DeliveryStore, webhookPartitions } from './webhooks/delivery-store.ts';
import { WebhookStore } from './webhooks/webhook-store.ts';

/** Every store that takes part in a transaction. A feature declares those that it needs. */
export type Stores = ReturnType<typeof storesOn>;

/** The stores, inside and outside transactions, and stores that only read outside of one. */
export type RegistryDatabase = ReturnType<typeof openRegistryDatabase>;

/**
 * @param replicas which may be read in place of the primary
 */
export function openRegistryDatabase(
  connection: DatabaseConnection,
  { replicas = [], logger }: { replicas?: DatabaseConnection[]; logger?: Logger } = {},
) {
  const listeners = {
    deliveries: () => {},
    endedAccess: () => {},
    firstRequest: (_request: FirstRequest) => {},
  };
  const changeListeners: ((changes: readonly Change[]) => void)[] = [];
  const notifyDeliveries = () => listeners.deliveries();
  const notifyEndedAccess = () => listeners.endedAccess();
  const database: OpenDatabase<Stores> = openDatabase(connection, (statements, afterCommit) =>
    storesOn(statements, {
      noteDeliveries: () => afterCommit(notifyDeliveries),
      noteEndedAccess: () => afterCommit(notifyEndedAccess),
      noteFirstRequest: (request) => afterCommit(() => listeners.firstRequest(request)),
      noteChange: (change) =>
        afterCommit(() => {
          for (const listener of changeListeners) listener([change]);
        }),
    }),
  );
  const { statements } = connection;
  const readReplicas = new ReadReplicas({
    primary: connection,
    replicas,
    readerOn: readersOn,
    ...(logger && { logger }),
  });
  return {
    ...database,
    reading: (organizationId: string) => readReplicas.reading(organizationId),
    readReplicas,
    close: async () => {
      await readReplicas.stop();
      await Promise.all([database.close(), ...replicas.map((replica) => replica.close())]);
    },
    /** Sets the listener that runs after each commit that adds deliveries to webhooks. */
    onDeliveries: (listener: () => void) => {
      listeners.deliveries = listener;
    },
    /** Sets the listener that runs after each commit that ends an installation. */
    onEndedAccess: (listener: () => void) => {
      listeners.endedAccess = listener;
    },
    /** Sets the listener that runs after each commit with a first request for an app. */
    onFirstRequest: (listener: (request: FirstRequest) => void) => {
      listeners.firstRequest = listener;
    },
    /** Adds a listener that runs after each commit with its changes. */
    onChanges: (listener: (changes: readonly Change[]) => void) => {
      changeListeners.push(listener);
    },
    changes: new DatabaseChanges(statements, undefined, [REMOVE_OLD_DELIVERY_CHANGES]),
    /** For what is done beside requests. */
    partitions: (options: { logger: Logger; metrics: ServiceMetrics }) => {
      const tables = [auditPartitions, webhookPartitions];
      return new PartitionUpkeep({ ...options, statements, tables });
    },
    clients: new ClientStore(statements),
    credentials: new CredentialStore(statements),
    doctor: new DoctorStore(statements),
    appLog: {
      apps: new LoggedAppStore(statements),
      auditTrail: new AuditTrailStore(statements),
      deliveries: new AppDeliveryStore(statements),
      deliveryChanges: new DeliveryChangeStore(statements),
      installationEvents: new InstallationEventStore(statements),
    },
    activity: activityStore(statements),
    usage: usageStore(statements),
  };
}

/** What reads of the public API use that may be some seconds behind. */
function readersOn(statements: Statements) {
  return {
    apps: new AppStore(statements),
    appNames: new AppNameStore(statements),
    attributes: new AttributeStore(statements),
    attributeSettings: new AttributeSettingStore(statements),
    auditTrail: new AuditTrailStore(statements),
    directory: new DirectoryStore(statements),
    wordSearch: new WordSearchStore(statements),
    sortedDirectory: new SortedDirectoryStore(statements),
    installations: new InstallationStore(statements),
    installationCounts: new InstallationCountStore(statements),
  };
}

/** Called by a store that adds deliveries to webhooks, an ended installation, a request for an app, or an audit row. */
type Notes = {
  noteDeliveries: () => void;
  noteEndedAccess: () => void;
  noteFirstRequest: (request: FirstRequest) => void;
  noteChange: (change: Change) => void;
};

/** Each store is made when it is read, because a transaction uses few of them. */
function storesOn(
  statements: Statements,
  { noteDeliveries, noteEndedAccess, noteFirstRequest, noteChange }: Notes,
) {
  return {
    get apps() {
      return new AppStore(statements);
    },
    get appNames() {
      return new AppNameStore(statements);
    },
    get apiKeys() {
      return new ApiKeyStore(statements);
    },
    get appPolicies() {
      return new AppPolicyStore(statements);
    },
    get attributes() {
      return new AttributeStore(statements);
    },
    get attributeSettings() {
      return new AttributeSettingStore(statements);
    },
    get audit() {
      return new AuditStore(statements, noteChange);
    },
    get blocks() {
      return new BlockStore(statements);
    },
    get deletions() {
      return new DeletionStore(statements);
    },
    get deliveries() {
      return new DeliveryStore(statements);
    },
    get deliveryLog() {
      return new DeliveryLogStore(statements, noteDeliveries);
    },
    get descriptions() {
      return new DescriptionStore(statements);
    },
    get drafts() {
      return new DraftStore(statements);
    },
    get endedAccess() {
      return new EndedAccessStore(statements, noteEndedAccess);
    },
    get events() {
      return new EventStore(statements, noteDeliveries);
    },
    get idempotentAnswers() {
      return new IdempotentAnswerStore({ statements });
    },
    get installations() {
      return new InstallationStore(statements);
    },
    get installationRequests() {
      return new InstallationRequestStore(statements, noteFirstRequest);
    },
    get organizationRows() {
      return new OrganizationRowStore(statements);
    },
    get organizations() {
      return new OrganizationStore(statements);
    },
    get plans() {
      return new PlanStore(statements);
    },
    get publicNames() {
      return new PublicNameStore(statements);
    },
    get registrations() {
      return new RegistrationStore(statements);
    },
    get reservedNames() {
      return new ReservedNameStore(statements);
    },
    get secrets() {
      return new SecretStore(statements);
    },
    get transfers() {
      return new TransferStore(statements);
    },
    get uninstallations() {
      return new UninstallationStore(statements);
    },
    get webhooks() {
      return new WebhookStore(statements);
    },
    get withdrawals() {
      return new WithdrawalStore(statements);
    },
  };
}
