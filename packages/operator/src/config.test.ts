import { expect, it } from '@jest/globals';
import { readOperatorConfig } from './config.ts';

it('without a running platform, names the data folder and the variables to set', async () => {
  const reading = readOperatorConfig({ DATA_DIR: '/nowhere/at/all' });
  await expect(reading).rejects.toThrow('No platform is running on /nowhere/at/all.');
  await expect(reading).rejects.toThrow(/DATA_DIR .* REGISTRY_INTERNAL_URL/);
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
