import type { ChangeBatch } from '@app-platform/contracts';
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
  const readers: ((changes: ChangeBatch['changes']) => void)[] = [];
  const changes = new ChangeFeed({
    source: {
      read: async (after) => {
        const batch = await database.changes.read(after);
        for (const reader of readers) reader(batch.changes);
        return batch;
      },
      trim: (position) => database.changes.trim(position),
    },
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
  return {
    changes,
    cache,
    subscribers,
    /** Adds a reader of the changes themselves, of every replica; null where any may have happened. */
    onRead: (reader: (changes: ChangeBatch['changes']) => void) => void readers.push(reader),
  };
}
