import {
  DEFAULT_CACHE_MEGABYTES,
  type Logger,
  readGauge,
  type Telemetry,
} from '@app-platform/runtime';
import { ChangeCache, ChangeFeed, Subscribers } from '@app-platform/runtime/changes';
import type { RegistryDatabase } from '../stores.ts';

/** How often the changes of the database are read. */
const CHANGES_MILLISECONDS = 200;

type Options = {
  database: RegistryDatabase;
  logger: Logger;
  telemetry: Telemetry;
  cacheMegabytes?: number | undefined;
};

/** A cache of what is read from the database, the feed of changes that invalidates its entries, and who else follows it. */
export function openCache(options: Options) {
  const { database, logger, cacheMegabytes = DEFAULT_CACHE_MEGABYTES } = options;
  const { metrics } = options.telemetry;
  const changes = new ChangeFeed({
    source: database.changes,
    pauseMilliseconds: CHANGES_MILLISECONDS,
    logger,
    metrics,
  });
  database.onChanges((committed) => changes.apply(committed));
  const cache = new ChangeCache({
    feed: changes,
    capacityBytes: cacheMegabytes * 1_048_576,
    metrics,
    behindMilliseconds: database.readReplicas.mostBehindMilliseconds,
  });
  const subscribers = new Subscribers(database.changes, changes);
  readGauge(metrics, {
    name: 'change_feed_subscribers',
    help: 'Processes of the other service that follow the changes.',
    read: () => subscribers.count,
  });
  return { changes, cache, subscribers };
}
