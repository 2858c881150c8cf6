import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
  retry,
  wrap,
} from 'cockatiel';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { currentRequest, formatTraceparent, newTrace } from '../telemetry/trace.ts';

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

const MOST_PAUSE_MILLISECONDS = 100;
const FAILED_CALLS = 5;
const OPEN_MILLISECONDS = 1_000;

/** How one service calls the other. */
export type CallPolicy = {
  /**
   * Runs an idempotent call. A call without a response is retried once after a random pause.
   * @throws the error of `call`; or, after five calls in a row without a response, an error at once.
   *   After one second a single call tests whether the other side is back
   */
  run<T>(call: () => Promise<T>): Promise<T>;
};

/** One policy per remote side, so that all its callers share the circuit. */
export function callPolicy(): CallPolicy {
  const policy = wrap(
    circuitBreaker(handleAll, {
      breaker: new ConsecutiveBreaker(FAILED_CALLS),
      halfOpenAfter: OPEN_MILLISECONDS,
    }),
    retry(handleAll, {
      maxAttempts: 1,
      backoff: new ExponentialBackoff({
        initialDelay: MOST_PAUSE_MILLISECONDS / 2,
        maxDelay: MOST_PAUSE_MILLISECONDS,
      }),
    }),
  );
  return { run: (call) => policy.execute(call) };
}
