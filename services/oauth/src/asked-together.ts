import { MOST_TOKEN_REQUEST_CHECKS } from '@app-platform/contracts';

/**
 * For a DataLoader: what is asked in one turn of the event loop is asked together, and nothing is
 * remembered. Under load many requests share a statement or a call, whose cost is mostly that of
 * having one; a request that comes alone does not wait for others.
 */
export const askedTogether = {
  cache: false,
  maxBatchSize: MOST_TOKEN_REQUEST_CHECKS,
  batchScheduleFn: (ask: () => void) => void setImmediate(ask),
};
