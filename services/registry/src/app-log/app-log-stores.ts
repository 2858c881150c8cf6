import type { AuditTrailStore } from '../audit/audit-store.ts';
import type { InstallationEventStore } from '../events/installation-event-store.ts';
import type { AppDeliveryStore } from '../webhooks/app-delivery-store.ts';
import type { DeliveryChangeStore } from '../webhooks/delivery-change-store.ts';
import type { LoggedAppStore } from './logged-app-store.ts';

/** What the log of an app reads, on the primary database: a replica may lack what was committed just now. */
export type AppLogStores = {
  apps: LoggedAppStore;
  auditTrail: AuditTrailStore;
  deliveries: AppDeliveryStore;
  deliveryChanges: DeliveryChangeStore;
  installationEvents: InstallationEventStore;
};
