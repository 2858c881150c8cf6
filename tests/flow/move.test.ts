import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder } from '@app-platform/runtime/data-folder-lock';
import { connectDatabase } from '@app-platform/runtime/database';
import {
  createTestDatabase,
  type TestDatabase,
} from '@app-platform/testing/databases/test-database';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { importPlatform } from '../../packages/operator/src/move/import-platform.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const services = ['registry', 'oauth'] as const;

let folder: string;
let file: string;
let source: Record<string, string>;
let targets: Record<(typeof services)[number], TestDatabase>;
let kept: { port: number; oauthPort: number; keysEncryptionKey: string };
let platform: Platform;
let app: ExternalApp;
let tokens: Record<string, unknown>;
let auditBefore: unknown;

/** The operator's command line, as it is run. */
async function operator(parameters: string[], environment: Record<string, string>) {
  const running = new RunningProcess(['packages/operator/src/main.ts', ...parameters], environment);
  return running.finished();
}

const targetUrls = () => ({
  REGISTRY_DATABASE_URL: targets.registry.url,
  OAUTH_DATABASE_URL: targets.oauth.url,
});

async function get(path: string, credential: string) {
  const headers = { authorization: `Bearer ${credential}` };
  const response = await fetch(platform.baseUrl + path, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const refreshWith = (refreshToken: unknown, fields = {}) =>
  app.token({ grant_type: 'refresh_token', refresh_token: String(refreshToken), ...fields });

/** Adds more rows than one batch of an import has. */
async function fillBatches(): Promise<void> {
  const connection = await connectDatabase(`pglite:${join(folder, 'registry')}`);
  const session = await connection.adapter.connect();
  await session.executeScript(`
    INSERT INTO reserved_name (skeleton, pattern)
      SELECT 'reserved_' || number, 'reserved_' || number FROM generate_series(1, 1200) AS number`);
  await session.dispose();
  await connection.close();
}

/** A platform on embedded storage, as `npm start` leaves it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-move-'));
  file = join(folder, 'platform.export');
  source = { DATA_DIR: folder };
  targets = {
    registry: await createTestDatabase('registry', 'owner'),
    oauth: await createTestDatabase('oauth', 'owner'),
  };
  const ports = { port: await freePort(), oauthPort: await freePort() };
  kept = { ...ports, keysEncryptionKey: randomBytes(32).toString('base64url') };
  const migrated = new RunningProcess(['packages/tooling/src/migrate.ts'], source);
  expect(await migrated.finished()).toMatchObject({ code: 0 });
  expect(await readdir(folder)).not.toContain('lock');
  const open = (service: (typeof services)[number]) =>
    connectDatabase(`pglite:${join(folder, service)}`);
  platform = await startPlatform({ kept, open });
  ({ app, tokens } = await authorizedApp(platform));
  const headers = { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' };
  for (let number = 1; number <= 7; number += 1) {
    // Text that ends a line elsewhere.
    const description = `${number} \u2028 \u{1f600} "quoted" \\n 12345678901234567890`;
    const body = { app: `many_${number}`, version: '1.0.0', title: 'Many', visibility: 'private' };
    const answer = await fetch(`${platform.baseUrl}/v1/apps/available`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...body, description }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  auditBefore = (await get('/v1/audit?page[size]=100', app.apiKey)).body.data;
  await platform.close();
  await fillBatches();
});
afterAll(async () => {
  await Promise.all(services.map((service) => targets[service].remove()));
  await rm(folder, { recursive: true, force: true });
});

it('is exported to a file that only its user can read, and that is never replaced', async () => {
  const { code, stdout, stderr } = await operator(['export', file, '--json'], source);
  expect([code, stderr]).toEqual([0, expect.stringContaining('registry.reserved_name: 1200 rows')]);
  expect(JSON.parse(stdout)).toMatchObject({
    rows: expect.any(Number),
    databases: {
      registry: { app: 8, installation: 1, reserved_name: 1200 },
      oauth: { account: 1, signing_key: 1 },
    },
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await operator(['export', file], source);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);
  expect(await readdir(folder)).not.toContain('lock');
});

it('is not exported while it runs', async () => {
  const release = await lockDataFolder(folder);
  try {
    const { code, stderr } = await operator(['export', join(folder, 'other')], source);
    const inUse = `is in use by process ${process.pid}`;
    expect([code, stderr]).toEqual([1, expect.stringContaining(inUse)]);
  } finally {
    await release();
  }
});

it.each([
  ['without its end', (text: string) => text.slice(0, text.length * 0.9), 'incomplete'],
  [
    'with a row missing',
    (text: string) => text.replace(/\n\{[^\n]*many_7_[^\n]*/, ''),
    'differ from',
  ],
  ['with a row changed', (text: string) => text.replace('many_7_', 'many_x_'), 'differ from'],
  ['of other migrations', (text: string) => text.replace('_data_steps"', '_other"'), 'migrations'],
  ['of something else', () => '["something"]\n', 'not a file of'],
])('a file %s is refused, and leaves nothing behind', async (_what, spoil, complaint) => {
  const spoilt = join(folder, 'spoilt');
  await rm(spoilt, { force: true });
  await appendFile(spoilt, spoil(await readFile(file, 'utf8')));
  const [registry, oauth] = [
    await connectDatabase(targets.registry.url),
    await connectDatabase(targets.oauth.url),
  ];
  await expect(importPlatform({ registry, oauth }, spoilt, () => undefined)).rejects.toThrow(
    complaint,
  );
  await registry.close();
  await oauth.close();
});

it('is imported, row by row the same', async () => {
  const { code, stdout, stderr } = await operator(['import', file, '--json'], targetUrls());
  expect([code, stderr]).toEqual([0, expect.stringContaining('registry.reserved_name: 1200 rows')]);
  const copy = join(folder, 'copy.export');
  const exported = await operator(['export', copy, '--json'], targetUrls());
  expect(JSON.parse(exported.stdout)).toEqual(JSON.parse(stdout));
  const sums = async (path: string) =>
    (await readFile(path, 'utf8')).split('\n').filter((line) => /^\["(table|end)"/.test(line));
  expect(await sums(copy)).toEqual(await sums(file));
});

it('is not imported twice', async () => {
  const { code, stderr } = await operator(['import', file], targetUrls());
  expect([code, stderr]).toEqual([1, expect.stringContaining('is not empty: it has rows in')]);
});

it('goes on where it was: apps, secrets, installations, tokens, keys and audit', async () => {
  const open = (service: (typeof services)[number]) => connectDatabase(targets[service].url);
  platform = await startPlatform({ kept, open });
  expect((await get('/v1/me', String(tokens.access_token))).status).toBe(200);
  expect((await get(`/v1/apps/available/${app.name}-0.0.1`, app.apiKey)).status).toBe(200);
  expect((await get('/v1/audit?page[size]=100', app.apiKey)).body.data).toEqual(auditBefore);
  const wrong = await refreshWith(tokens.refresh_token, { client_secret: 'wrong' });
  expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
  const { status, body } = await refreshWith(tokens.refresh_token);
  expect(status).toBe(200);
  expect((await get('/v1/me', String(body.access_token))).status).toBe(200);
  await app.uninstall();
  expect((await refreshWith(body.refresh_token)).body.error).toBe('invalid_client');
  // Numbers that are given now follow those that were imported.
  await app.install();
});

it('keeps the audit trail append-only', async () => {
  await platform.close();
  for (const service of services) {
    const connection = await connectDatabase(targets[service].url);
    const adapter = await connection.adapter.connect();
    const sql = 'DELETE FROM audit_event';
    await expect(adapter.executeRaw({ sql, args: [], argTypes: [] })).rejects.toThrow();
    await connection.close();
  }
});
