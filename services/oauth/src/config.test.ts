import { describe, expect, it } from '@jest/globals';
import { readOauthConfig } from './config.ts';

const complete = {
  OAUTH_URL: 'https://oauth.example',
  BASE_URL: 'https://api.example',
  REGISTRY_INTERNAL_URL: 'http://registry:4100',
  OAUTH_DATABASE_URL: 'postgresql://database/oauth',
  REDIS_URL: 'rediss://redis',
  KEYS_ENCRYPTION_KEY: 'k'.repeat(43),
  SERVICE_TOKEN: 's'.repeat(32),
  OPERATOR_TOKEN: 'o'.repeat(32),
  TRUSTED_PROXIES: '1',
};
const upstream = {
  UPSTREAM_ISSUER: 'https://login.example/tenant',
  UPSTREAM_CLIENT_ID: 'platform',
  UPSTREAM_CLIENT_SECRET: 'secret',
};

it('refuses an issuer without TLS in production, and only there', () => {
  const plain = { ...complete, OAUTH_URL: 'http://oauth.example' };
  expect(readOauthConfig(plain).issuer).toBe('http://oauth.example');
  expect(() => readOauthConfig({ ...plain, NODE_ENV: 'production' })).toThrow(
    'OAUTH_URL must be https in production',
  );
});

it('refuses the embedded database in production, and only there', () => {
  const embedded = { ...complete, OAUTH_DATABASE_URL: 'pglite:data' };
  expect(readOauthConfig(embedded).databaseUrl).toBe('pglite:data');
  expect(() => readOauthConfig({ ...embedded, NODE_ENV: 'production' })).toThrow(
    'OAUTH_DATABASE_URL must name a PostgreSQL server in production',
  );
});

it('needs a trusted proxy, which ends TLS, where the issuer is https', () => {
  expect(() => readOauthConfig({ ...complete, TRUSTED_PROXIES: '0' })).toThrow(
    'TRUSTED_PROXIES must be at least 1 where OAUTH_URL is https',
  );
  const plain = { OAUTH_URL: 'http://oauth.example', TRUSTED_PROXIES: '0' };
  expect(readOauthConfig({ ...complete, ...plain }).trustedProxies).toBe(0);
});

describe('the configuration of the upstream provider', () => {
  it('may be absent', () => {
    expect(readOauthConfig(complete).upstream).toBeUndefined();
  });

  it('is complete with an issuer, a client and its secret', () => {
    expect(readOauthConfig({ ...complete, ...upstream }).upstream).toEqual({
      issuer: 'https://login.example/tenant',
      clientId: 'platform',
      clientSecret: 'secret',
      name: 'your organization',
    });
  });

  it.each([...Object.keys(upstream), 'two of them'])('names a missing variable: %s', (name) => {
    const missing = name === 'two of them' ? Object.keys(upstream).slice(1) : [name];
    const kept = Object.entries(upstream).filter(([one]) => !missing.includes(one));
    for (const one of missing) {
      expect(() => readOauthConfig({ ...complete, ...Object.fromEntries(kept) })).toThrow(
        `${one} is required`,
      );
    }
  });

  it('refuses an issuer without TLS in production, and only there', () => {
    const plain = { ...complete, ...upstream, UPSTREAM_ISSUER: 'http://login.example' };
    expect(readOauthConfig(plain).upstream?.issuer).toBe('http://login.example');
    expect(() => readOauthConfig({ ...plain, NODE_ENV: 'production' })).toThrow(
      'UPSTREAM_ISSUER must be https in production',
    );
  });

  it.each(['login.example', 'https://login.example?tenant=1', 'https://login.example/#'])(
    'refuses an issuer that is none: %s',
    (UPSTREAM_ISSUER) => {
      const environment = { ...complete, ...upstream, UPSTREAM_ISSUER };
      expect(() => readOauthConfig(environment)).toThrow('UPSTREAM_ISSUER must match');
    },
  );
});

describe('the tokens of the internal API', () => {
  it.each([
    { SERVICE_TOKEN: complete.OPERATOR_TOKEN },
    { SECOND_SERVICE_TOKEN: complete.OPERATOR_TOKEN },
    { SECOND_OPERATOR_TOKEN: complete.SERVICE_TOKEN },
  ])('must differ for services and the operator: %j', (tokens) => {
    expect(() => readOauthConfig({ ...complete, ...tokens })).toThrow('must differ');
  });

  it('may repeat the current token during a change', () => {
    const { tokens } = readOauthConfig({ ...complete, SECOND_SERVICE_TOKEN: 't'.repeat(32) });
    expect(tokens.secondServiceToken).toBe('t'.repeat(32));
  });
});

it.each([
  ['KEYS_ENCRYPTION_KEY', 42],
  ['SECOND_KEYS_ENCRYPTION_KEY', 42],
  ['SERVICE_TOKEN', 31],
  ['SECOND_SERVICE_TOKEN', 31],
  ['OPERATOR_TOKEN', 31],
  ['SECOND_OPERATOR_TOKEN', 31],
])('refuses a secret in %s that is shorter than it must be', (name, length) => {
  expect(() => readOauthConfig({ ...complete, [name]: 'x'.repeat(length) })).toThrow(name);
  expect(readOauthConfig({ ...complete, [name]: 'x'.repeat(length + 1) })).toBeTruthy();
});

describe('the address of Redis', () => {
  const { REDIS_URL: _single, ...elsewhere } = complete;
  const urls = 'rediss://one:6379,rediss://user:secret@two:6379';

  it('is one server, a cluster, or a server that sentinels watch', () => {
    expect(readOauthConfig(complete).redis).toEqual({ url: 'rediss://redis' });
    expect(readOauthConfig({ ...elsewhere, REDIS_CLUSTER_URLS: urls }).redis).toEqual({
      clusterUrls: urls.split(','),
    });
    const sentinels = { REDIS_SENTINEL_URLS: urls, REDIS_SENTINEL_NAME: 'platform' };
    expect(readOauthConfig({ ...elsewhere, ...sentinels, REDIS_PASSWORD: 'p' }).redis).toEqual({
      sentinelUrls: urls.split(','),
      sentinelName: 'platform',
      username: undefined,
      password: 'p',
    });
  });

  it.each([
    [{ REDIS_URL: 'redis://one', REDIS_CLUSTER_URLS: urls }, 'only one of REDIS_URL'],
    [{ REDIS_SENTINEL_URLS: urls }, 'REDIS_SENTINEL_NAME is required'],
    [{ REDIS_URL: 'redis://one', REDIS_PASSWORD: 'p' }, 'REDIS_PASSWORD is for'],
    [{ REDIS_URL: 'redis://one,redis://two' }, 'REDIS_URL must match'],
    [{ NODE_ENV: 'production' }, 'REDIS_URL is required'],
    [{ REDIS_URL: 'redis://one:99999' }, 'REDIS_URL holds an address that is not redis://'],
    [{ REDIS_URL: 'redis://one/first' }, 'REDIS_URL holds an address that is not redis://'],
    [{ REDIS_URL: 'redis://:50%off@one' }, 'REDIS_URL holds an address that is not redis://'],
    [{ REDIS_CLUSTER_URLS: 'redis://one,redis://[two' }, 'REDIS_CLUSTER_URLS holds an address'],
  ])('is complete and unambiguous: %j', (variables, fault) => {
    expect(() => readOauthConfig({ ...elsewhere, ...variables })).toThrow(fault);
  });
});

describe('the first-party clients', () => {
  it('are the console at the registry, where nothing is configured', () => {
    expect(readOauthConfig(complete).firstPartyRedirectUris).toEqual({
      console: ['https://api.example/console/callback'],
    });
  });

  it.each([
    ['CONSOLE_REDIRECT_URIS is empty', { CONSOLE_REDIRECT_URIS: '' }],
    ['the registry has neither TLS nor a loopback address', { BASE_URL: 'http://api.example' }],
  ])('do not exist where %s', (_case, variables) => {
    const { firstPartyRedirectUris } = readOauthConfig({ ...complete, ...variables });
    expect(firstPartyRedirectUris).toEqual({});
  });

  it('have the redirect URIs that are listed', () => {
    const { firstPartyRedirectUris } = readOauthConfig({
      ...complete,
      CONSOLE_REDIRECT_URIS: 'https://console.example/callback, http://localhost:5173/callback',
      CLI_REDIRECT_URIS: 'http://127.0.0.1/callback',
    });
    expect(firstPartyRedirectUris).toEqual({
      console: ['https://console.example/callback', 'http://localhost:5173/callback'],
      cli: ['http://127.0.0.1/callback'],
    });
  });

  it('have no redirect URI that an app may not have, and all faults are named', () => {
    const read = () =>
      readOauthConfig({
        ...complete,
        CONSOLE_REDIRECT_URIS: 'https://console.example/callback,http://console.example/callback',
        CLI_REDIRECT_URIS: 'https://*.example/callback',
      });
    expect(read).toThrow(/CONSOLE_REDIRECT_URIS: `redirectUris\[1\]` uses http\./);
    expect(read).toThrow(/CLI_REDIRECT_URIS: /);
  });

  it('have no private-use scheme for the console', () => {
    const variables = { CONSOLE_REDIRECT_URIS: 'com.example.console:/callback' };
    expect(() => readOauthConfig({ ...complete, ...variables })).toThrow(
      'com.example.console:/callback is neither https nor http.',
    );
  });
});

describe('how long used refresh tokens are kept', () => {
  it('is 30 days, or as configured', () => {
    expect(readOauthConfig(complete).usedRefreshTokenDays).toBe(30);
    const { usedRefreshTokenDays } = readOauthConfig({ ...complete, USED_REFRESH_TOKEN_DAYS: '7' });
    expect(usedRefreshTokenDays).toBe(7);
  });
});
