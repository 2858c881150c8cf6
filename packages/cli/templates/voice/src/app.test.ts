import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { listen } from './listen.ts';

let server: Awaited<ReturnType<typeof listen>>;

before(async () => {
  server = await listen(createApp(readConfig({ PRODUCT_KEY: 'the-key' })), 0);
});
after(() => server.close());

function post(key: string): Promise<Response> {
  return fetch(`${server.address}/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{"id":"conversation-1"}',
  });
}

it('takes a conversation from the product', async () => {
  assert.equal((await post('the-key')).status, 204);
  const headers = { 'x-api-key': 'the-key' };
  const calls = await (await fetch(`${server.address}/calls`, { headers })).json();
  assert.deepEqual(calls[0].conversation, { id: 'conversation-1' });
});

it('takes nothing from others', async () => {
  assert.equal((await post('another')).status, 401);
});
