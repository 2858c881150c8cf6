import type { Telemetry } from '../telemetry.ts';
import { currentRequest } from '../tracing/current-request.ts';
import { formatTraceparent, newTrace } from '../tracing/trace-context.ts';

/** A call in flight. */
export type InternalCall = {
  /** Header of the call, which joins it to the trace of the current request. */
  traceparent: string;
  /** @param status of the response; undefined without one */
  end(status: number | undefined): void;
};

/** Measures calls to the other service and passes the trace of the request on. */
export class InternalCalls {
  readonly #telemetry: Telemetry;

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
  }

  /** @param operation the `operationId` of the called route */
  begin(operation: string): InternalCall {
    const startedAt = performance.now();
    // Background work belongs to no caller's trace and is not collected.
    const parent = currentRequest.getStore()?.trace ?? newTrace();
    const span = this.#telemetry.tracing.begin({ kind: 'client', name: operation, parent });
    return {
      traceparent: formatTraceparent(span.context),
      end: (status) => {
        const seconds = (performance.now() - startedAt) / 1000;
        const outcome = outcomeOf(status);
        this.#telemetry.metrics.internalCalls.observe({ operation, outcome }, seconds);
        span.end(operation, status);
      },
    };
  }

  /** `fetch`, measured until the response headers arrive. */
  async fetch(operation: string, url: URL | string, options: RequestInit): Promise<Response> {
    const call = this.begin(operation);
    const headers = new Headers(options.headers);
    headers.set('traceparent', call.traceparent);
    try {
      const response = await fetch(url, { ...options, headers });
      call.end(response.status);
      return response;
    } catch (error) {
      call.end(undefined);
      throw error;
    }
  }
}

function outcomeOf(status: number | undefined): string {
  if (status === undefined) return 'unreachable';
  if (status === 401 || status === 403) return 'refused';
  return status < 500 ? 'answered' : 'failed';
}
