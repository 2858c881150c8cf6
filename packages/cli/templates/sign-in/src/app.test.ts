import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { listen } from './listen.ts';

it('offers a sign-in', async () => {
  const { address, close } = await listen(createApp(readConfig({})), 0);
  const response = await fetch(address);
  assert.equal(response.status, 200);
  assert.match(await response.text(), /href="\/sign-in"/);
  close();
});
