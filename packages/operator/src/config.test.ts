import { expect, it } from '@jest/globals';
import { readOperatorConfig } from './config.ts';

it('where nothing runs, the operator is told in which folder that was looked for, and what to set', async () => {
  const told = readOperatorConfig({ DATA_DIR: '/nowhere/at/all' });
  await expect(told).rejects.toThrow('No platform is running on /nowhere/at/all.');
  await expect(told).rejects.toThrow(/DATA_DIR .* REGISTRY_INTERNAL_URL/);
});

it.each([
  ['REGISTRY_INTERNAL_URL', 'localhost:4100'],
  ['OAUTH_INTERNAL_URL', 'http://'],
])('an address that is none is told by the name of its variable: %s', async (name, url) => {
  const environment = {
    REGISTRY_INTERNAL_URL: 'http://localhost:4100',
    OAUTH_INTERNAL_URL: 'http://localhost:4101',
    OPERATOR_TOKEN: 'token',
    [name]: url,
  };
  await expect(readOperatorConfig(environment)).rejects.toThrow(`${name} must be a URL`);
});
