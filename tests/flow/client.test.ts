import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { installClient } from './packed-packages.ts';

const readme = await readFile(join(repositoryFolder, 'packages/client/README.md'), 'utf8');

/** The examples of the README, each with the heading above it. */
const examples = readme.split(/^## /m).flatMap((section) =>
  [...section.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = '']) => ({
    title: section.split('\n', 1).join(),
    program,
  })),
);

/** What each example prints. */
const outputs: Record<string, (app: ExternalApp) => RegExp> = {
  'Call the registry': () => /^org\.admin, org\.permission\n$/,
  'Repeat a request safely': () => /^loyalty-0\.0\.1\n$/,
  'Read every page of a list': () => /^([0-9a-f-]{36} [a-z., ]+\n){5}$/,
  'Handle a refusal': () =>
    /^400 invalid_definition \/app .+\n400 invalid_definition \/version .+\n/,
  'Use access tokens': () => /^access_token\n$/,
  'Verify a webhook': () => /^$/,
  'Administer users and grants': ({ email }) => new RegExp(`^${email}\n$`),
};

let folder: string;
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-client-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await installClient(folder);
  platform = await startPlatform();
  const authorized = await authorizedApp(platform);
  app = authorized.app;
  const { refresh_token: refreshToken } = authorized.tokens;
  await writeFile(join(folder, 'tokens.json'), JSON.stringify({ refreshToken }));
  for (let keys = 1; keys < 5; keys += 1) await createApiKey();
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

async function createApiKey(): Promise<void> {
  const { status } = await fetch(`${platform.baseUrl}/v1/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ roles: ['org.admin.apps'] }),
  });
  expect(status).toBe(201);
}

function runExample(program: string) {
  const environment = {
    BASE_URL: platform.baseUrl,
    OAUTH_URL: platform.oauthUrl,
    API_KEY: app.apiKey,
    CLIENT_ID: app.clientId,
    CLIENT_SECRET: app.clientSecret,
  };
  return new RunningProcess([program], environment, { cwd: folder }).finished();
}

describe('each example of the README of the packed client', () => {
  it('has an expected output', () => {
    expect(examples.map(({ title }) => title)).toEqual(Object.keys(outputs));
  });

  it.each(examples)('works: $title', async ({ title, program }) => {
    await writeFile(join(folder, 'example.ts'), program);
    const { code, stdout, stderr } = await runExample('example.ts');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(outputs[title]?.(app) ?? /^an output$/);
  });

  it('stores tokens that serve again', async () => {
    const program = examples.find(({ title }) => title === 'Use access tokens')?.program ?? '';
    await writeFile(join(folder, 'example.ts'), program);
    const stored = await readFile(join(folder, 'tokens.json'), 'utf8');
    const { stdout } = await runExample('example.ts');
    expect(stdout).toBe('access_token\n');
    expect(await readFile(join(folder, 'tokens.json'), 'utf8')).not.toBe(stored);
  });
});

describe('the example "Verify a webhook"', () => {
  const program = `
import { Webhook } from 'standardwebhooks';
import { receive } from './receive.ts';
const body = JSON.stringify({
  type: 'app.installed',
  timestamp: new Date().toISOString(),
  data: { organizationId: '5f', app: 'loyalty', version: '0.0.1' },
});
const at = new Date();
const headers = {
  'webhook-id': 'event-1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(process.env.WEBHOOK_SECRET).sign('event-1', at, body),
};
for (const sent of [body, body + ' ']) {
  const request = new Request('http://localhost/events', { method: 'POST', headers, body: sent });
  const answer = await receive(request);
  console.log(answer.status, await answer.text());
}`;

  it('accepts a signed delivery, and refuses another body', async () => {
    const example = examples.find(({ title }) => title === 'Verify a webhook')?.program ?? '';
    await writeFile(join(folder, 'receive.ts'), example);
    await writeFile(join(folder, 'deliver.ts'), program);
    const environment = { WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}` };
    const delivering = new RunningProcess(['deliver.ts'], environment, { cwd: folder });
    const { code, stdout, stderr } = await delivering.finished();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^app\.installed loyalty 0\.0\.1\n204 \n400 The signature does not fit\..+\n$/,
    );
  });
});

describe('the types of the packed client', () => {
  const program = (statements: string) => `
import { type AppDefinition, createRegistryClient, pages, unwrap } from '@app-platform/client';
const registry = createRegistryClient({ baseUrl: 'http://localhost:4000', credential: 'a key' });
${statements}`;
  const misspelt = {
    'without-options': "(await unwrap(registry.GET('/v1/mee'))).data.attributes.roles;",
    'with-body':
      "await registry.POST('/v1/apps/availble', { body: { app: 'loyalty', version: '1.0.0' } });",
    'of-listing':
      "for await (const { id } of pages((page) => registry.GET('/v1/keys', { params: { query: page } }))) id;",
  };
  const definition = `
const body: AppDefinition = { app: 'loyalty', version: '0.0.1', visibility: 'private' };
await registry.POST('/v1/apps/available', { body });
await registry.PUT('/v1/apps/drafts/{app}', { params: { path: { app: 'loyalty' } }, body });
await registry.POST('/v1/apps/validate', { body });
await registry.POST('/v1/apps/available', { body: { ...body, visibility: 'secret' } });`;
  /** What the compiler prints, by file. */
  let errors: Map<string, string[]>;

  beforeAll(async () => {
    const files = new Map([
      ...examples.map(({ program }, index) => [`example-${index}.ts`, program] as const),
      ...Object.entries(misspelt).map(([name, text]) => [`${name}.ts`, program(text)] as const),
      ['definition.ts', program(definition)],
    ]);
    for (const [file, text] of files) await writeFile(join(folder, file), text);
    const types = join(repositoryFolder, 'node_modules/@types');
    const { stdout } = await new RunningProcess(
      [
        join(repositoryFolder, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--ignoreConfig', '--skipLibCheck', 'false'],
        ...['--exactOptionalPropertyTypes', '--types', 'node', '--typeRoots', types],
        ...['--target', 'es2023', '--module', 'nodenext', ...files.keys()],
      ],
      {},
      { cwd: folder },
    ).finished();
    errors = Map.groupBy(stdout.match(/^\S.*(?:\n .*)*/gm) ?? [], (error) =>
      error.slice(0, error.indexOf('(')),
    );
  });

  it('fit the examples of the README', () => {
    const faulty = [...Object.keys(misspelt), 'definition'].map((name) => `${name}.ts`);
    expect(new Set(errors.keys())).toEqual(new Set(faulty));
  });

  it.each(Object.keys(misspelt))('have one short error for a misspelt path: %s', (name) => {
    const found = errors.get(`${name}.ts`);
    expect(found).toEqual([
      expect.stringMatching(/Argument of type '"\/v1\/\S+"' is not assignable/),
    ]);
    expect(found?.join().length).toBeLessThanOrEqual(600);
  });

  it('have the definition as a body of a registration and of a draft', () => {
    expect(errors.get('definition.ts')).toEqual([
      expect.stringMatching(/"secret"' is not assignable to type '"private" \| "public"/),
    ]);
  });
});

it('the packed client has its license', async () => {
  const packed = join(folder, 'node_modules/@app-platform/client/LICENSE');
  expect(await readFile(packed, 'utf8')).toBe(
    await readFile(join(repositoryFolder, 'LICENSE'), 'utf8'),
  );
});

describe('ten parallel requests', () => {
  const program = (refuse: string) => `
import { readFile, writeFile } from 'node:fs/promises';
import { createRegistryClient, createTokenSource, unwrap } from '@app-platform/client';
const { refreshToken } = JSON.parse(await readFile('tokens.json', 'utf8'));
let refreshes = 0;
const registry = createRegistryClient({
  baseUrl: process.env.BASE_URL ?? '',
  credential: createTokenSource({
    oauthUrl: process.env.OAUTH_URL ?? '',
    clientId: process.env.CLIENT_ID ?? '',
    clientSecret: process.env.CLIENT_SECRET ?? '',
    refreshToken,
    ${refuse}
    onRefresh: (tokens) => writeFile('tokens.json', JSON.stringify(tokens)),
    fetch: (...request) => {
      refreshes += 1;
      return fetch(...request);
    },
  }),
});
const answers = await Promise.all(
  Array.from({ length: 10 }, () => unwrap(registry.GET('/v1/me'))),
);
console.log(answers.length, refreshes);`;

  it.each([
    ['without a token', ''],
    [
      'with a token that the registry refuses',
      `accessToken: 'refused', expiresAt: new Date(Date.now() + 3_600_000),`,
    ],
  ])('share one refresh, %s', async (_case, refuse) => {
    await writeFile(join(folder, 'parallel.ts'), program(refuse));
    const { stdout, stderr } = await runExample('parallel.ts');
    expect([stderr, stdout]).toEqual(['', '10 1\n']);
  });
});
