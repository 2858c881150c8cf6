import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { describe, expect, it } from '@jest/globals';
import { newExternalApp } from '../platform/external-app.ts';
import { startPlatformProcesses } from '../platform/platform-processes.ts';
import { startCollector } from './collector.ts';
import { version } from './release.ts';

const SPAN_ID = '00f067aa0ba902b7';
const collected = 'c'.repeat(32);
const notCollected = 'd'.repeat(32);

describe('spans', () => {
  it('of both services reach a collector, as one trace, where one is named', async () => {
    const collector = await startCollector();
    const platform = await startPlatformProcesses({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      HOSTNAME: 'pod-1',
    });
    const app = await newExternalApp(platform);
    await app.install();
    const refresh = { grant_type: 'refresh_token', refresh_token: 'none' };
    await app.token(refresh, { traceparent: `00-${collected}-${SPAN_ID}-01` });
    await app.token(refresh, { traceparent: `00-${notCollected}-${SPAN_ID}-00` });
    // What was not sent yet is sent when they end.
    await platform.close();
    collector.close();
    const spans = collector.spans.filter(({ traceId }) => traceId === collected);
    const [token] = spans.filter(({ name }) => name === 'POST /oauth/token');
    expect(token).toMatchObject({ service: 'oauth', parentSpanId: SPAN_ID });
    const [call] = spans.filter(({ name }) => name === 'checkSecret');
    expect(call).toMatchObject({ service: 'oauth', parentSpanId: token?.spanId });
    const [check] = spans.filter(({ service, name }) => {
      return service === 'registry' && name.endsWith('/secret-checks');
    });
    expect(check).toMatchObject({ parentSpanId: call?.spanId });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === check?.spanId);
    expect(statements.map(({ name }) => name)).toEqual(['find-secrets']);
    for (const { service, resource } of spans) {
      expect(resource).toMatchObject({
        'service.name': service,
        'service.version': version,
        'service.instance.id': 'pod-1',
      });
    }
    expect(collector.spans.some(({ traceId }) => traceId === notCollected)).toBe(false);
    expect(collector.spans.some(({ name }) => name === 'listRevocations')).toBe(false);
  });

  it.each([
    ['nothing of it', '', false],
    ['all of it', 'http://127.0.0.1:9', true],
  ])('load %s where the collector is %p', async (_what, endpoint, isLoaded) => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { openTelemetry } = await import('./packages/runtime/src/index.ts');
      await openTelemetry('test', { otlpEndpoint: ${JSON.stringify(endpoint)}, logger: console });
      console.log(loaded.some((url) => url.includes('sdk-trace')));
    `;
    const running = new RunningProcess(['--input-type=module', '--eval', script]);
    expect(await running.finished()).toMatchObject({ code: 0, stdout: `${isLoaded}\n` });
  });

  it('that could not be sent are told of', async () => {
    const script = `
      const { openTelemetry } = await import('./packages/runtime/src/index.ts');
      const logger = { warn: ({ fault }, message) => console.log(message, fault) };
      const otlpEndpoint = 'http://127.0.0.1:9';
      const { tracing } = await openTelemetry('test', { otlpEndpoint, logger });
      tracing.begin({ kind: 'server', name: 'asked', parent: undefined }).end('asked', 200);
      await tracing.close();
    `;
    const { code, stdout } = await new RunningProcess([
      '--input-type=module',
      '--eval',
      script,
    ]).finished();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/spans not sent .*ECONNREFUSED/)]);
  });
});
