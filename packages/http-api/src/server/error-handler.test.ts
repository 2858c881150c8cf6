import { createLogger, openTelemetry } from '@app-platform/runtime';
import { expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { errorHandler } from './error-handler.ts';
import { requestContext } from './observe-requests.ts';

const telemetry = await openTelemetry('test');

it('500 for an unexpected error: its message and its stack are logged, and leave the service nowhere', async () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line) => lines.push(line) });
  const app = express();
  app.use(requestContext({ logger, telemetry, port: 'public' }));
  app.get('/', () => {
    throw new Error('the password of the database is hunter2', { cause: new Error('inner') });
  });
  app.use(errorHandler());
  const { status, text, headers, body } = await request(app).get('/');
  expect(status).toBe(500);
  expect(text + JSON.stringify(headers)).not.toMatch(
    /hunter2|inner|error-handler|node_modules|at /,
  );
  expect(body.errors).toEqual([
    expect.objectContaining({
      code: 'internal_error',
      detail: 'Try again; if it goes on, tell the operator the request id.',
      meta: { requestId: headers['x-request-id'] },
    }),
  ]);
  expect(lines.join()).toContain('error-handler.test.ts');
});
