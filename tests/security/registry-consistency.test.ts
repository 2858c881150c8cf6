import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../services/registry/testing/start-registry.ts';
import { TokenIssuer } from '../../services/registry/testing/token-issuer.ts';

const HOUR_MILLISECONDS = 3_600_000;
let registry: RunningRegistry;
let acme: Caller;
let oauth: TokenIssuer;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
  oauth = await TokenIssuer.start(registry);
});
afterAll(async () => {
  RunningProcess.endAll();
  oauth.stop();
  await registry.close();
});

async function soon(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + 5_000;
  while (performance.now() < deadline) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

describe('a replayed idempotent answer is the first answer', () => {
  // What V8 parsed before can change the escaped keys that it reads: see parse-json.ts.
  it.each([
    ['with escaped keys', '{"\\\\u0":1,"\\u0041bc":2,"\\"":3}'],
    ['with keys in an order of its own', '{"b":1,"a":2,"10":3,"2":4}'],
    ['with a number in its own form', '{"n":1e2,"m":0.10}'],
  ])('byte for byte: %s', async (_what, settings) => {
    const app = uniqueName('replayed');
    const text = `{"app":"${app}","version":"0.0.1","title":"An app","auth":${settings}}`;
    const send = () =>
      request(registry.publicApp)
        .post('/v1/apps/available')
        .auth(acme.apiKey, { type: 'bearer' })
        .set('Content-Type', 'application/json')
        .set('Idempotency-Key', app)
        .send(text)
        .expect(201);
    for (const key of ['\\', '\\u0']) JSON.parse(JSON.stringify({ first: 1, [key]: 2 }));
    const first = await send();
    for (const key of ['\\', '\\u0']) JSON.parse(JSON.stringify({ first: 1, [key]: 2 }));
    const again = await send();
    expect(first.text).toContain(settings);
    expect(again.text).toBe(first.text);
  });
});

describe('the last use of an API key', () => {
  it('never decreases, though a replica with a slow clock writes it later', async () => {
    const { apiKey, organizationId } = await registry.newCaller();
    const ahead = new Date(registry.now.value.getTime() + HOUR_MILLISECONDS);
    const lastUse = async () => {
      const [key] = await registry.database.apiKeys.list(organizationId, { size: 1 });
      return key?.lastUsedAt;
    };
    for (const at of [ahead, registry.now.value]) {
      const replica = await oauth.replicaOf(registry, () => at);
      await request(replica.publicApp).get('/v1/me').auth(apiKey, { type: 'bearer' }).expect(200);
      // Writes the last uses.
      await replica.stop();
      expect(await lastUse()).toEqual(ahead);
    }
  });
});

describe('a new replica', () => {
  const revocation = (id: number, ageMilliseconds: number) => ({
    id: String(id),
    kind: 'grant' as const,
    value: `grant-${id}`,
    expiresAt: new Date(Date.now() + 24 * HOUR_MILLISECONDS - ageMilliseconds).toISOString(),
  });

  it('reads the revocations once, then only what is new or may have come late', async () => {
    const feed = await TokenIssuer.start(registry);
    const old = Array.from({ length: 1_000 }, (_, index) =>
      revocation(index + 1, HOUR_MILLISECONDS),
    );
    feed.revocations.push(...old, revocation(1_002, 0));
    const replica = await feed.replicaOf(registry);
    try {
      expect(await soon(() => feed.answered.length > 2)).toBe(true);
      expect(feed.answered.slice(0, 3)).toEqual([1_001, 1, 1]);
      // A transaction that began before the reading and ended after it.
      feed.revocations.push({ ...revocation(1_001, 0), value: 'grant' });
      const app = uniqueName('late');
      const { clientId } = await acme.register({ app });
      const { body } = await acme.post('/v1/apps/installed', { app }).expect(201);
      const { installedAt } = body.data.attributes;
      const { organizationId } = acme;
      const token = await feed.issue({ clientId: String(clientId), organizationId, installedAt });
      const isRefused = async () => {
        const asked = request(replica.publicApp).get('/v1/me').auth(token, { type: 'bearer' });
        return (await asked).status === 401;
      };
      expect(await soon(isRefused)).toBe(true);
      expect(Math.max(...feed.answered.slice(1))).toBeLessThanOrEqual(2);
    } finally {
      await replica.stop();
      feed.stop();
    }
  });
});

describe('the lock of a data folder', () => {
  const FOLDERS = 100;
  const all = Array.from({ length: FOLDERS }, (_, index) => index);
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'app-platform-lock-'));
    for (const folder of all) await mkdir(join(parent, String(folder)));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('is held by one of three processes that take it at the same instant', async () => {
    const script = 'tests/security/hold-data-folders.ts';
    const parameters = [script, parent, String(FOLDERS), String(Date.now() + 1_500)];
    const processes = [1, 2, 3].map(() => new RunningProcess(parameters));
    await Promise.all(processes.map((one) => one.says(']')));
    const held: number[] = processes.flatMap(({ stdout }) => JSON.parse(stdout));
    await Promise.all(processes.map((one) => one.stop()));
    expect(held.sort((one, other) => one - other)).toEqual(all);
  });
});
