import { requestContext } from '@app-platform/http-api';
import { createLogger, openTelemetry } from '@app-platform/runtime';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { rateLimits } from './rate-limits.ts';

const telemetry = await openTelemetry('oauth');

/** What is limited, and answers with the status that it is asked for. */
function limited(rates: Parameters<typeof rateLimits>[0]) {
  const app = express();
  const logger = createLogger('oauth', 'silent');
  app.use(requestContext({ logger, telemetry, port: 'public' }));
  app.use(rateLimits(rates, telemetry.metrics, 'https://oauth.example.com'));
  app.use((incoming, response) => {
    response.status(Number(incoming.get('x-status'))).end();
  });
  return (path: string, status: number, accept = '*/*') =>
    request(app)
      .post(path)
      .set({ 'x-status': `${status}`, accept });
}

describe('too many requests', () => {
  it('429: of one network, as RFC 6749 tells errors', async () => {
    const ask = limited({ requests: 2, refusals: 100 });
    await ask('/oauth/token', 200).expect(200);
    await ask('/account/apps', 200).expect(200);
    const { body, headers } = await ask('/oauth/token', 200).expect(429);
    expect(body).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('Too many requests in a minute.'),
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('429: of the API for administrators, with the error body of the registry', async () => {
    const ask = limited({ requests: 1, refusals: 100 });
    await ask('/v1/users', 200).expect(200);
    const { body, headers } = await ask('/v1/users', 200, 'text/html').expect(429);
    expect(body.errors).toEqual([
      expect.objectContaining({ status: 429, code: 'too_many_requests' }),
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('429: as a page to a browser', async () => {
    const ask = limited({ requests: 1, refusals: 100 });
    await ask('/account/apps', 200).expect(200);
    const { text } = await ask('/account/apps', 200, 'text/html,*/*;q=0.8').expect(429);
    expect(text).toContain('<h1>Please try again in a moment</h1>');
  });

  it('429: with credentials that are refused; what is served, and outages, do not count', async () => {
    const ask = limited({ requests: 1_000, refusals: 2 });
    for (const status of [200, 200, 503, 503, 400, 401]) {
      await ask('/oauth/token', status).expect(status);
    }
    await ask('/oauth/introspect', 200).expect(429);
    await ask('/account/apps', 200).expect(200);
  });
});
