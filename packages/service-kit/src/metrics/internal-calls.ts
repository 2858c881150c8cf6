import { currentRequest } from '../http/current-request.ts';
import type { Telemetry } from '../telemetry.ts';
import { formatTraceparent, newTrace } from '../tracing/trace-context.ts';
import type { DurationSeries } from './durations.ts';

/** A call that is under way. */
export type InternalCall = {
  /** Header of the call: it is part of the trace of the request that it is made for. */
  traceparent: string;
  /** @param status of the answer; nothing where there was none */
  end(status: number | undefined): void;
};

/** Measures calls to the other service, and has them carry the trace of the request. */
export class InternalCalls {
  readonly #telemetry: Telemetry;
  readonly #series = new Map<string, DurationSeries>();

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
  }

  /** @param operation the `operationId` of what is called */
  begin(operation: string): InternalCall {
    const startedAt = performance.now();
    // What runs in the background is in no trace that anybody asked for, and is not collected.
    const parent = currentRequest.getStore()?.trace ?? newTrace();
    const span = this.#telemetry.tracing.begin({ kind: 'client', name: operation, parent });
    return {
      traceparent: formatTraceparent(span.context),
      end: (status) => {
        const seconds = (performance.now() - startedAt) / 1000;
        this.#seriesOf(operation, outcomeOf(status)).observe(seconds);
        span.end(operation, status);
      },
    };
  }

  /** `fetch`, measured until the answer's headers are here. */
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

  #seriesOf(operation: string, outcome: string): DurationSeries {
    const key = `${operation} ${outcome}`;
    const series =
      this.#series.get(key) ?? this.#telemetry.metrics.internalCalls.series(operation, outcome);
    this.#series.set(key, series);
    return series;
  }
}

function outcomeOf(status: number | undefined): string {
  if (status === undefined) return 'unreachable';
  if (status === 401 || status === 403) return 'refused';
  return status < 500 ? 'answered' : 'failed';
}
