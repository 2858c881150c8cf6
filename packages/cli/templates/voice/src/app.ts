import { timingSafeEqual } from 'node:crypto';
import express, { type Express, type Request } from 'express';
import type { Config } from './config.ts';
import { webhookReceiver } from './webhooks.ts';

const KEPT_CALLS = 100;

type Call = { conversation: unknown; receivedAt: string };

/** Receives the conversations of the queue. A real app starts a call in the telephone system here. */
export function createApp(config: Config): Express {
  const calls: Call[] = [];
  return express()
    .disable('x-powered-by')
    .use(webhookReceiver(config.webhookSecret, ({ type }) => console.log(`Received ${type}`)))
    .use('/calls', (request, response, next) => {
      if (isFromProduct(request, config.productKey)) next();
      else response.status(401).type('text').send('Send the key of the app in x-api-key.');
    })
    .post('/calls', express.json({ limit: '1mb' }), (request, response) => {
      calls.unshift({ conversation: request.body, receivedAt: new Date().toISOString() });
      calls.length = Math.min(calls.length, KEPT_CALLS);
      response.status(204).end();
    })
    .get('/calls', (_request, response) => {
      response.json(calls);
    });
}

/** Nobody is let in while there is no key. */
function isFromProduct(request: Request, key: string): boolean {
  const given = Buffer.from(request.get('x-api-key') ?? '');
  const expected = Buffer.from(key);
  const isEqual = given.length === expected.length && timingSafeEqual(given, expected);
  return key !== '' && isEqual;
}
