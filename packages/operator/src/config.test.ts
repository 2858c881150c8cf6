import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { readOperatorConfig } from './config.ts';

it('without a running platform, names the data folder and the variables to set', async () => {
  const reading = readOperatorConfig({ DATA_DIR: '/nowhere/at/all' });
  await expect(reading).rejects.toThrow('No platform is running on /nowhere/at/all.');
  await expect(reading).rejects.toThrow(/DATA_DIR .* REGISTRY_INTERNAL_URL/);
});

it.each([
  [
    'a key twice',
    '{"operatorToken":"a",\n"operatorToken":"b"}',
    'operator.json:2:1: This object has',
  ],
  [
    'another encoding',
    Buffer.from('{"operatorToken":"é"}', 'latin1'),
    'operator.json:1:19: Expected',
  ],
  ['half a file', '{"operatorToken":', 'operator.json:1:18: Expected a value'],
])('refuses a file of `npm start` with %s', async (_, content, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-operator-'));
  await writeFile(join(folder, 'operator.json'), content);
  await expect(readOperatorConfig({ DATA_DIR: folder })).rejects.toThrow(message);
  await rm(folder, { recursive: true });
});

it.each([
  ['REGISTRY_INTERNAL_URL', 'localhost:4100'],
  ['OAUTH_INTERNAL_URL', 'http://'],
])('refuses an invalid address by the name of its variable: %s', async (name, url) => {
  const environment = {
    REGISTRY_INTERNAL_URL: 'http://localhost:4100',
    OAUTH_INTERNAL_URL: 'http://localhost:4101',
    OPERATOR_TOKEN: 'token',
    [name]: url,
  };
  await expect(readOperatorConfig(environment)).rejects.toThrow(`${name} must be a URL`);
});
