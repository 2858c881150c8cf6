import { tokens } from '@app-platform/testing/credentials';
import { describe, expect, it } from '@jest/globals';
import { readRegistryConfig } from './config.ts';

const required = {
  REGISTRY_DATABASE_URL: 'postgresql://database/registry',
  SERVICE_TOKEN: tokens.serviceToken,
  OPERATOR_TOKEN: tokens.operatorToken,
  WEBHOOKS_ENCRYPTION_KEY: 'w'.repeat(43),
};
const oauth = {
  OAUTH_URL: 'https://oauth.example',
  OAUTH_INTERNAL_URL: 'http://oauth:4101',
};

describe('the public address of the registry', () => {
  it.each([
    [
      'is BASE_URL',
      { BASE_URL: 'https://api.example', TRUSTED_PROXIES: '1', ...oauth },
      'https://api.example',
    ],
    ['is on this machine without BASE_URL', { REGISTRY_PORT: '4321' }, 'http://localhost:4321'],
  ])('%s', (_what, environment, baseUrl) => {
    expect(readRegistryConfig({ ...required, ...environment }).baseUrl).toBe(baseUrl);
  });
});

describe('an https address', () => {
  it('needs a trusted proxy, which ends TLS', () => {
    const environment = { ...required, BASE_URL: 'https://api.example', ...oauth };
    expect(() => readRegistryConfig(environment)).toThrow(
      'TRUSTED_PROXIES must be at least 1 where BASE_URL is https',
    );
  });
});

it.each(['WEBHOOKS_ENCRYPTION_KEY', 'SECOND_WEBHOOKS_ENCRYPTION_KEY'])(
  'refuses a key in %s of another length than 32 bytes',
  (name) => {
    for (const length of [42, 44]) {
      const environment = { ...required, [name]: 'x'.repeat(length) };
      expect(() => readRegistryConfig(environment)).toThrow(name);
    }
  },
);
