import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context.ts';

export type CurrentRequest = { requestId: string; traceId: string; trace: TraceContext };

/** The current request, for code that gets no context passed in: log lines, internal calls, libraries. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>();
