import { appChangeKinds } from '@app-platform/contracts';
import type { Logger } from '@app-platform/runtime';
import { listRefused } from '../doctor/refused-requests.ts';
import type { OauthClient } from '../oauth-client/oauth-client.ts';
import type { AppLogStores } from './app-log-stores.ts';
import {
  auditEntry,
  deliveryEntry,
  inOrder,
  installationEntry,
  type LogEntry,
  refusedRequestEntry,
} from './log-entry.ts';
import type { LoggedApp } from './logged-app-store.ts';

export type AppLogDependencies = {
  database: { appLog: AppLogStores };
  /** Left out where there is no OAuth service. */
  oauthClient?: OauthClient;
  logger: Logger;
};

/** Of each kind. */
const MOST_ENTRIES = 100;
const KEPT_SECONDS = 30 * 86_400;

/**
 * What is kept of an app, the earliest first: of the last 30 days, and of each kind the last 100.
 * @throws AppError `temporarily_unavailable` where the OAuth service does not answer, which keeps refused requests
 */
export async function readKept(
  { database: { appLog }, oauthClient, logger }: AppLogDependencies,
  app: LoggedApp,
): Promise<LogEntry[]> {
  const [refused, deliveries, installations, audited] = await Promise.all([
    listRefused({ ...(oauthClient && { oauthClient }), logger }, app.clientId),
    appLog.deliveries.list(app, MOST_ENTRIES),
    appLog.installationEvents.list(app.appId, { seconds: KEPT_SECONDS }, MOST_ENTRIES),
    readAudited(appLog, app, await appLog.apps.listSubjects(app), KEPT_SECONDS),
  ]);
  return inOrder([
    ...refused.map(refusedRequestEntry),
    ...deliveries.map(deliveryEntry),
    ...installations.map(installationEntry),
    ...audited,
  ]);
}

/** What the app's own organization did to it. */
export async function readAudited(
  { auditTrail }: AppLogStores,
  { organizationId }: LoggedApp,
  subjects: readonly string[],
  seconds: number,
): Promise<LogEntry[]> {
  const query = { organizationId, subjects, kinds: appChangeKinds, seconds, most: MOST_ENTRIES };
  return (await auditTrail.listOfSubjects(query)).map(auditEntry);
}

export async function readInstallations(
  { installationEvents }: AppLogStores,
  { appId }: LoggedApp,
  seconds: number,
): Promise<LogEntry[]> {
  const found = await installationEvents.list(appId, { seconds }, MOST_ENTRIES);
  return found.map(installationEntry);
}
