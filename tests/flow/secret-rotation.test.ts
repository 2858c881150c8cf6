import { randomBytes } from 'node:crypto';
import { type InternalTokens, listen } from '@app-platform/http-api';
import { OauthDatabase } from '@app-platform/oauth/database';
import { RegistryClient } from '@app-platform/oauth/registry-client';
import { createOauthService } from '@app-platform/oauth/server';
import { openRegistryDatabase } from '@app-platform/registry/database';
import { createRegistry } from '@app-platform/registry/server';
import { createLogger, InternalCalls, KeyEncryption, openTelemetry } from '@app-platform/runtime';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { openEphemeral } from '../platform/ephemeral.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';

const host = '127.0.0.1';
const clock = () => new Date();
const logger = createLogger('test', 'silent');
const secret = () => randomBytes(32).toString('base64url');

/** What a replica is configured with. */
type Stage = { tokens: InternalTokens; keys: [string, string?] };

const [oldKey, newKey] = [secret(), secret()];
const oldTokens = { serviceToken: secret(), operatorToken: secret() };
const newTokens = { serviceToken: secret(), operatorToken: secret() };
const both = (first: typeof oldTokens, second: typeof oldTokens): InternalTokens => ({
  ...first,
  secondServiceToken: second.serviceToken,
  secondOperatorToken: second.operatorToken,
});

/** The three roll-outs of docs/runbooks/secrets.md, from what is there before to what is there after. */
const stages: [Stage, Stage, Stage, Stage] = [
  { tokens: oldTokens, keys: [oldKey] },
  { tokens: both(oldTokens, newTokens), keys: [oldKey, newKey] },
  { tokens: both(newTokens, oldTokens), keys: [newKey, oldKey] },
  { tokens: newTokens, keys: [newKey] },
];

type Replica = { url: string; internalUrl: string; stage: Stage; close(): Promise<void> };

/** The state that all replicas share. */
let state: Awaited<ReturnType<typeof openState>>;
let app: ExternalApp;
let tokens: Record<string, unknown>;

async function openState() {
  const [baseUrl, oauthUrl] = [await freePort(), await freePort()].map(
    (port) => `http://${host}:${port}`,
  );
  return {
    baseUrl: baseUrl ?? '',
    oauthUrl: oauthUrl ?? '',
    registry: openRegistryDatabase(await openTestDatabase('registry')),
    oauth: new OauthDatabase(await openTestDatabase('oauth')),
    ephemeral: await openEphemeral(clock, 0),
  };
}

async function startRegistry(stage: Stage, url = `http://${host}:0`): Promise<Replica> {
  const telemetry = await openTelemetry('registry');
  const { registry: database } = state;
  const [key, second] = stage.keys;
  const encryption = new KeyEncryption(key, second, 'webhook secrets');
  const webhooks = { encryption, allowsLoopback: true };
  const { tokens: accepted } = stage;
  const service = createRegistry({
    database,
    clock,
    logger,
    telemetry,
    webhooks,
    tokens: accepted,
  });
  return started(service, url, stage, async () => undefined);
}

async function startOauth(stage: Stage, registry: Replica, url = `http://${host}:0`) {
  const { serviceToken } = stage.tokens;
  const telemetry = await openTelemetry('oauth');
  const calls = new InternalCalls(telemetry);
  const client = new RegistryClient({ baseUrl: registry.internalUrl, serviceToken, calls });
  const service = await createOauthService({
    issuer: state.oauthUrl,
    audience: state.baseUrl,
    database: state.oauth,
    ephemeral: state.ephemeral.store,
    registry: client,
    keyEncryption: new KeyEncryption(...stage.keys),
    tokens: stage.tokens,
    graceSeconds: 60,
    clock,
    logger,
    telemetry,
  });
  return started(service, url, stage, async () => client.close());
}

type Service = Pick<ReturnType<typeof createRegistry>, 'publicApp' | 'internalApp'>;

async function started(
  { publicApp, internalApp }: Service,
  url: string,
  stage: Stage,
  end: () => Promise<void>,
): Promise<Replica> {
  const outside = await listen(publicApp, { host, port: Number(new URL(url).port) });
  const inside = await listen(internalApp, { host, port: 0 });
  return {
    url: `http://${host}:${outside.port}`,
    internalUrl: `http://${host}:${inside.port}`,
    stage,
    close: async () => {
      await Promise.all([outside.close(), inside.close()]);
      await end();
    },
  };
}

async function refreshAt({ url }: Replica, refreshToken: unknown) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: String(refreshToken),
      client_id: app.clientId,
      client_secret: app.clientSecret,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Opens the sign-in page at one replica, and sends its form, with its cookies, to another. */
async function signInAcross(first: Replica, second: Replica): Promise<number> {
  const { pathname, search } = new URL(app.authorizeUrl(['org.permission.apps']));
  const begun = await fetch(first.url + pathname + search, { redirect: 'manual' });
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const path = begun.headers.get('location') ?? '';
  const page = await (await fetch(first.url + path, { headers: { cookie } })).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const answer = await fetch(`${second.url}${path}/sign-in`, {
    method: 'POST',
    headers: { cookie },
    redirect: 'manual',
    body: new URLSearchParams({ csrf, email: app.email, password: PASSWORD }),
  });
  return answer.status;
}

async function statusAt(url: string, token: string): Promise<number> {
  return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
}

beforeAll(async () => {
  state = await openState();
  const registry = await startRegistry(stages[0], state.baseUrl);
  const oauth = await startOauth(stages[0], registry, state.oauthUrl);
  ({ app, tokens } = await authorizedApp({
    baseUrl: state.baseUrl,
    oauthUrl: state.oauthUrl,
    registryInternalUrl: registry.internalUrl,
    oauthInternalUrl: oauth.internalUrl,
    operatorToken: oldTokens.operatorToken,
  }));
  await oauth.close();
  await registry.close();
});
afterAll(async () => {
  await state.ephemeral.store.close();
  await state.registry.close();
  await state.oauth.close();
});

describe.each([0, 1, 2] as const)('in the middle of roll-out %i of both services', (number) => {
  let registries: Replica[];
  let oauths: Replica[];
  beforeAll(async () => {
    const present = [stages[number], stages[number + 1] ?? stages[number]];
    registries = await Promise.all(present.map((stage) => startRegistry(stage)));
    oauths = [];
    for (const stage of present) {
      for (const registry of registries) oauths.push(await startOauth(stage, registry));
    }
  });
  afterAll(() => Promise.all([...oauths, ...registries].map((one) => one.close())));

  it('every replica refreshes with whatever replica of the registry it meets', async () => {
    for (const oauth of oauths) {
      const { status, body } = await refreshAt(oauth, tokens.refresh_token);
      expect(status).toBe(200);
      tokens = body;
    }
  });

  it('a retry gets the same successor at every replica, whichever answered first', async () => {
    for (const first of oauths) {
      const parent = tokens.refresh_token;
      const { body } = await refreshAt(first, parent);
      const retries = await Promise.all(oauths.map((one) => refreshAt(one, parent)));
      expect(retries.map((retry) => retry.body.refresh_token)).toEqual(
        oauths.map(() => body.refresh_token),
      );
      tokens = body;
    }
  });

  it('each service and the operator are let in by every replica of the other', async () => {
    for (const oauth of oauths) {
      for (const { stage } of registries) {
        const { serviceToken, operatorToken } = stage.tokens;
        expect([
          await statusAt(`${oauth.internalUrl}/internal/revocations`, serviceToken),
          await statusAt(`${oauth.internalUrl}/internal/signing-keys`, operatorToken),
          await statusAt(`${oauth.internalUrl}/internal/signing-keys`, serviceToken),
        ]).toEqual([200, 200, 403]);
      }
    }
  });

  it('a sign-in that begins at one replica goes on at one with other secrets', async () => {
    const statuses = await Promise.all(
      oauths.map((first, index) => signInAcross(first, oauths[oauths.length - 1 - index] ?? first)),
    );
    expect(statuses).toEqual(oauths.map(() => 303));
  });
});

describe('after the last roll-out', () => {
  it('what was there before is refused, and everything goes on', async () => {
    const registry = await startRegistry(stages[3]);
    const oauth = await startOauth(stages[3], registry);
    expect((await refreshAt(oauth, tokens.refresh_token)).status).toBe(200);
    const url = `${oauth.internalUrl}/internal/revocations`;
    expect(await statusAt(url, oldTokens.serviceToken)).toBe(401);
    await expect(startOauth(stages[0], registry)).rejects.toThrow(/KEYS_ENCRYPTION_KEY/);
    await Promise.all([oauth.close(), registry.close()]);
  });
});
