import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type CollectedSpan = {
  service: string;
  /** Of the process that made it. */
  resource: Record<string, string | undefined>;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
};

type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<CollectedSpan, 'service' | 'resource'>[] }[];
  }[];
};

/** What stands for an OpenTelemetry collector: takes spans by OTLP over HTTP, in JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body)));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    spans,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const attributes = Object.fromEntries(
      resource.attributes.map(({ key, value }) => [key, value.stringValue]),
    );
    const service = attributes['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, resource: attributes })),
    );
  });
}
