import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { listen } from './listen.ts';

let server: Awaited<ReturnType<typeof listen>>;

before(async () => {
  server = await listen(createApp(readConfig({ PRODUCT_URL: 'https://product.example.com/' })), 0);
});
after(() => server.close());

it('can be shown in a frame of the product alone', async () => {
  const response = await fetch(`${server.address}/widget`);
  assert.match(await response.text(), /Latest events/);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /frame-ancestors https:\/\/product\.example\.com$/);
});

it('can be shown in no frame without the address of the product', async () => {
  const other = await listen(createApp(readConfig({})), 0);
  const response = await fetch(`${other.address}/widget`);
  other.close();
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /frame-ancestors 'none'$/);
});

it('has no events at first', async () => {
  const response = await fetch(`${server.address}/widget/events`);
  assert.deepEqual(await response.json(), []);
});
