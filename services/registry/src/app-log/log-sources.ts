import { appOfChange, type Change } from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import type { AppDelivery } from '../webhooks/app-delivery-store.ts';
import { deliveryEntry, type LogEntry, refusedRequestEntry } from './log-entry.ts';
import type { LoggedApp } from './logged-app-store.ts';
import { type AppLogDependencies, readAudited, readInstallations } from './read-kept.ts';

/** Clocks of replicas differ, and refused requests are written a moment later. */
const OVERLAP_MILLISECONDS = 60_000;
/** A change is read at most so long after its transaction began. */
const CHANGED_SECONDS = 90;
/** Of one call. */
const MOST_CLIENTS = 1_000;

/** What happened to an app that somebody follows. */
export type NewEntries = {
  app: LoggedApp;
  entries: LogEntry[];
  /** Whether the organization has the app no more. */
  isGone?: boolean;
};

type Changed = Map<string, readonly Change[]> | 'all';

/**
 * Reads what happens to apps that are followed. However many there are, a reading is one statement for the changes of
 * deliveries and one call for refused requests. An app's rows are read when the feed of changes names the app.
 */
export class LogSources {
  readonly #dependencies: AppLogDependencies & { clock: Clock };
  /** Of the changes of deliveries; undefined while nobody follows. */
  #position: Promise<string> | undefined;
  #refusedSince: number | undefined;
  /** By the name of the app. */
  #changed: Changed = new Map();
  #reading: Promise<unknown> = Promise.resolve();

  constructor(dependencies: AppLogDependencies & { clock: Clock }) {
    this.#dependencies = dependencies;
  }

  /** @param changes that were committed; null where any may have been */
  note(changes: readonly Change[] | null): void {
    const changed = this.#changed;
    if (!this.#position || changed === 'all') return;
    if (!changes) {
      this.#changed = 'all';
      return;
    }
    for (const change of changes) {
      const app = appOfChange(change);
      if (app !== undefined) changed.set(app, [...(changed.get(app) ?? []), change]);
    }
  }

  /** After it, nothing is missed of what is committed: what is kept can be read. */
  async begin(): Promise<void> {
    // A reading under way may leave out an app that was added just now.
    await this.#reading;
    this.#position ??= this.#presentPosition();
    await this.#position;
  }

  /** Costs nothing until the next beginning. */
  pause(): void {
    this.#position = undefined;
    this.#refusedSince = undefined;
    this.#changed = new Map();
  }

  /** What happened since the last reading. A source that fails is read again later. */
  read(apps: readonly LoggedApp[]): Promise<NewEntries[]> {
    const reading = this.#readAll(apps);
    this.#reading = reading;
    return reading;
  }

  async #readAll(apps: readonly LoggedApp[]): Promise<NewEntries[]> {
    const results = await Promise.allSettled([
      this.#readDeliveries(apps),
      this.#readRefused(apps),
      this.#readChanged(apps),
    ]);
    return results.flatMap((result) => {
      if (result.status === 'fulfilled') return result.value;
      this.#dependencies.logger.warn({ err: result.reason }, 'logs of apps not read');
      return [];
    });
  }

  async #presentPosition(): Promise<string> {
    try {
      return await this.#dependencies.database.appLog.deliveryChanges.position();
    } catch (error) {
      this.#position = undefined;
      throw error;
    }
  }

  async #readDeliveries(apps: readonly LoggedApp[]): Promise<NewEntries[]> {
    const { deliveryChanges, deliveries } = this.#dependencies.database.appLog;
    const after = await this.#position;
    if (after === undefined) return [];
    const organizationIds = [...new Set(apps.map(({ organizationId }) => organizationId))];
    const { position, deliveryIds } = await deliveryChanges.read(after, organizationIds);
    const found = deliveryIds.length > 0 ? await deliveries.find(deliveryIds) : [];
    this.#position = Promise.resolve(position);
    const byOrganization = Map.groupBy(found, ({ organizationId }) => organizationId);
    return apps.flatMap((app) => {
      const own = byOrganization.get(app.organizationId)?.filter((one) => isOf(one, app));
      return own ? [{ app, entries: own.map(deliveryEntry) }] : [];
    });
  }

  async #readRefused(apps: readonly LoggedApp[]): Promise<NewEntries[]> {
    const { oauthClient, clock } = this.#dependencies;
    if (!oauthClient) return [];
    const now = clock().getTime();
    const since = new Date((this.#refusedSince ?? now) - OVERLAP_MILLISECONDS).toISOString();
    const byClient = new Map(apps.map((app) => [app.clientId, app]));
    const clientIds = [...byClient.keys()];
    const read: NewEntries[] = [];
    for (let first = 0; first < clientIds.length; first += MOST_CLIENTS) {
      const some = clientIds.slice(first, first + MOST_CLIENTS);
      const found = await oauthClient.listRecentRefusedRequests({ clientIds: some, since });
      for (const { clientId, ...refused } of found) {
        const app = byClient.get(clientId);
        if (app) read.push({ app, entries: [refusedRequestEntry(refused)] });
      }
    }
    this.#refusedSince = now;
    return read;
  }

  async #readChanged(apps: readonly LoggedApp[]): Promise<NewEntries[]> {
    const changed = this.#changed;
    this.#changed = new Map();
    try {
      const read: NewEntries[] = [];
      for (const app of apps) {
        const changes = changed === 'all' ? undefined : changed.get(app.name);
        if (changes || changed === 'all') read.push(await this.#readApp(app, changes));
      }
      return read;
    } catch (error) {
      // The entries that were read come again, and are not sent twice.
      this.#changed = 'all';
      throw error;
    }
  }

  /** @param changes undefined where anything may have changed */
  async #readApp(app: LoggedApp, changes: readonly Change[] | undefined): Promise<NewEntries> {
    const { appLog } = this.#dependencies.database;
    if (!(await appLog.apps.isOwn(app))) return { app, entries: [], isGone: true };
    const own = changes?.filter(({ organizationId }) => organizationId === app.organizationId);
    const subjects = own?.map(({ subject }) => subject) ?? (await appLog.apps.listSubjects(app));
    const entries = await Promise.all([
      readAudited(appLog, app, [...new Set(subjects)], CHANGED_SECONDS),
      readInstallations(appLog, app, CHANGED_SECONDS),
    ]);
    return { app, entries: entries.flat() };
  }
}

/** Whether a delivery of its organization is to a webhook of the app, or to another one about the app, or a test. */
function isOf({ declaredBy, app: named }: AppDelivery, app: LoggedApp): boolean {
  return declaredBy === null ? named === null || named === app.name : declaredBy === app.appId;
}
