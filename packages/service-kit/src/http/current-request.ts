import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from './request-context.ts';

/**
 * The request that is being answered, for what is called from within and is told nothing of it: the
 * log, calls to the other service, libraries.
 */
export const currentRequest = new AsyncLocalStorage<RequestContext>();
