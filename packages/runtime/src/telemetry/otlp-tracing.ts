import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Collector, Span, SpanStart, TraceContext, Tracing } from './trace.ts';

/** An unreachable collector must not delay the end of the service. */
const EXPORT_MILLISECONDS = 3_000;

/** The service that begins a trace decides whether it is collected. Traces begun here are. */
export function otlpTracing(
  resource: Record<string, string>,
  { endpoint, report }: Collector,
): Tracing {
  reportFaults(report);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MILLISECONDS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MILLISECONDS }),
    ],
  });
  const tracer = provider.getTracer('app-platform');
  return {
    begin: (start) => begin(tracer, start),
    close: () => provider.shutdown().catch((error: unknown) => report(String(error))),
  };
}

/** OpenTelemetry reports failed exports only to a diagnostic logger. */
function reportFaults(report: Collector['report']): void {
  const nothing = () => undefined;
  const logger = { error: report, warn: report, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, statement: SpanKind.CLIENT };

function begin(tracer: Tracer, { kind, name, parent }: SpanStart): Span {
  const span = tracer.startSpan(name, { kind: kinds[kind] }, parentContext(kind, parent));
  if (kind === 'statement') span.setAttribute('db.system.name', 'postgresql');
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    context: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
    end: (finalName, status) => {
      span.updateName(finalName);
      if (typeof status === 'number') span.setAttribute('http.response.status_code', status);
      if (status === undefined || (typeof status === 'number' && status >= 500))
        span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function parentContext(kind: SpanStart['kind'], parent: TraceContext | undefined) {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const isRemote = kind === 'server';
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote });
}
