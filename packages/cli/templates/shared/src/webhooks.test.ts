import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import express from 'express';
import { Webhook } from 'standardwebhooks';
import { listen } from './listen.ts';
import { webhookReceiver } from './webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = JSON.stringify({
  type: 'app.installed',
  timestamp: '2026-11-24T09:30:00.000Z',
  data: { app: 'template_app', version: '0.0.1', organizationId: '5f0c1d2e3a4b5c6d7e8f9a0b' },
});
const handled: string[] = [];
let server: Awaited<ReturnType<typeof listen>>;

before(async () => {
  const receiver = webhookReceiver(SECRET, ({ type }) => handled.push(type));
  server = await listen(express().use(receiver), 0);
});
after(() => server.close());

function deliver(id: string, body: string, at = new Date()): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(id, at, BODY),
  };
  return fetch(`${server.address}/events`, { method: 'POST', headers, body });
}

it('handles an event once, however often it is delivered', async () => {
  assert.equal((await deliver('1', BODY)).status, 204);
  assert.equal((await deliver('1', BODY)).status, 204);
  assert.deepEqual(handled, ['app.installed']);
});

it('refuses a body that was changed', async () => {
  const response = await deliver('2', BODY.replace('installed', 'uninstalled'));
  assert.equal(response.status, 400);
  assert.match(await response.text(), /signature/);
});

it('refuses a delivery that is sent again later', async () => {
  const response = await deliver('3', BODY, new Date(Date.now() - 600_000));
  assert.equal(response.status, 400);
  assert.match(await response.text(), /timestamp/);
});
