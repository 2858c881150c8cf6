import { MAX_TOKEN_REQUEST_CHECKS } from '@app-platform/contracts';
import DataLoader from 'dataloader';

/**
 * Groups the calls of one turn of the event loop into batches, without caching. Under load many
 * requests share a statement or a call; a single request does not wait.
 */
export function batched<Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<(Value | Error)[]>,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader(loadAll, {
    cache: false,
    maxBatchSize: MAX_TOKEN_REQUEST_CHECKS,
    batchScheduleFn: (dispatch) => void setImmediate(dispatch),
  });
  return (key) => loader.load(key);
}
