import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Browser } from '@app-platform/testing/http/browser';
import { anonymousMebibytes } from '@app-platform/testing/processes/process-figures';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { plainPosts } from '../../flow/app-clients.ts';
import { scrape, total } from '../../observability/prometheus-text.ts';
import { version } from '../../observability/release.ts';
import { newExternalApp, PASSWORD } from '../../platform/external-app.ts';
import { redisUrl, serverUrl } from '../config.ts';
import { ScratchDatabases } from '../scratch-databases.ts';
import { idleBytesOfADay } from './idle-log.ts';
import { type ProductionPlatform, planProduction } from './production-platform.ts';
import { ProductionTrees } from './production-trees.ts';

const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];
const services = ['registry', 'oauth'] as const;

/** Makes the process look like an older Node.js to the program. */
const OLD_NODE = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.2' } })`;

const databases = new ScratchDatabases(serverUrl);
const urls = { registry: '', oauth: '' };
let folder: string;
let trees: ProductionTrees;
let platform: ProductionPlatform;

beforeAll(async () => {
  await databases.serverVersion();
  urls.registry = await databases.create();
  urls.oauth = await databases.create();
  folder = await mkdtemp(join(tmpdir(), 'app-platform-production-'));
  platform = await planProduction(folder, {
    registryDatabaseUrl: urls.registry,
    oauthDatabaseUrl: urls.oauth,
    redisUrl,
  });
  trees = await ProductionTrees.build();
});
afterAll(async () => {
  RunningProcess.endAll();
  platform?.close();
  await trees?.remove();
  await databases.dropAll();
  await rm(folder, { recursive: true, force: true });
});

const run = (service: (typeof services)[number], program: string) =>
  trees.run(service, program, platform.variables[service]);

async function migrated(service: (typeof services)[number]) {
  const { code, stdout, stderr } = await run(service, 'dist/migrate.js').finished();
  expect([code, stderr]).toEqual([0, '']);
  // Lines before the last one say that another migration holds a table.
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '').applied;
}

/** The operator's command, with the addresses of the services. */
async function applyFile() {
  const file = join(folder, 'platform.yaml');
  // The user of the images reads it.
  await chmod(folder, 0o755);
  await writeFile(file, 'organizations: [{ name: Acme }]', { mode: 0o644 });
  const { registryInternalUrl, oauthInternalUrl, operatorToken } = platform.addresses;
  const environment = {
    REGISTRY_INTERNAL_URL: registryInternalUrl,
    OAUTH_INTERNAL_URL: oauthInternalUrl,
    OPERATOR_TOKEN: operatorToken,
  };
  const running = trees.run('operator', 'dist/main.js', environment, ['apply', file, '--json']);
  const { code, stdout, stderr } = await running.finished();
  expect([code, stderr]).toEqual([0, 'Applying the organization Acme…\n']);
  expect(JSON.parse(stdout).organizations).toMatchObject([{ name: 'Acme', outcome: 'created' }]);
}

/** oidc-provider looks a model up by its class name, and a bundler renames classes that collide. */
async function modelNames(): Promise<string[]> {
  const folder = new URL('models/', import.meta.resolve('oidc-provider'));
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  return sources.flatMap((source) =>
    [...source.matchAll(/\bclass (\w+) extends/g)].map(([, name = '']) => name),
  );
}

describe('a production tree', () => {
  it.each(services)('of %s holds what runs and nothing else', async (service) => {
    const files = await trees.files(service);
    expect(files).toEqual(
      expect.arrayContaining(['dist/main.js', 'dist/migrate.js', 'dist/retention.js', 'LICENSE']),
    );
    expect(files.filter((file) => /\.tsx?$|\.test\.js$/.test(file))).toEqual([]);
    const packages = files.filter((file) => /^node_modules\/(@[^/]+\/)?[^/@]+$/.test(file)).sort();
    const platform = `@node-rs/argon2-${process.platform}-${process.arch}`;
    expect(packages.filter((name) => !name.includes(platform))).toEqual(
      service === 'oauth'
        ? [
            'node_modules/@app-platform/style',
            'node_modules/@node-rs/argon2',
            'node_modules/@prisma/schema-engine-wasm',
          ]
        : ['node_modules/@prisma/schema-engine-wasm'],
    );
    expect(await trees.read(service, 'THIRD-PARTY-LICENSES')).toMatch(/^minisearch \d/m);
  });

  it('of the operator holds its program and no package', async () => {
    const files = await trees.files('operator');
    expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual([
      'LICENSE',
      'THIRD-PARTY-LICENSES',
      'dist',
      'package.json',
      'sbom.cdx.json',
    ]);
    const text = await trees.read('operator', 'THIRD-PARTY-LICENSES');
    const packages = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+: /gm)].map(([, name]) => name);
    expect(packages).toEqual(expect.arrayContaining(['ajv', 'commander', 'yaml']));
    expect(packages).not.toContain('pg');
  });

  it.each([
    ['registry', ['main', 'migrate', 'retention']],
    ['oauth', ['main', 'migrate', 'retention']],
    ['operator', ['main']],
  ])(
    'of %s names the Node.js that it needs, and ends on an older one',
    async (service, programs) => {
      const { engines } = JSON.parse(await trees.read(service, 'package.json'));
      expect(engines).toEqual({ node: `>=${process.versions.node.split('.')[0]}` });
      for (const program of programs) {
        const started = trees.run(service, '--import', {}, [OLD_NODE, `dist/${program}.js`]);
        const { code, stdout, stderr } = await started.finished();
        const line = `${service} needs Node.js 24 or newer; this is 20.19.2.\n`;
        expect([code, stdout, stderr]).toEqual([1, '', line]);
      }
    },
  );

  it('keeps the class names of the models of oidc-provider', async () => {
    const names = await modelNames();
    expect(names).toEqual(
      expect.arrayContaining(['AccessToken', 'Grant', 'RefreshToken', 'Session']),
    );
    const bundle = await trees.read('oauth', 'dist/oauth-main.js');
    for (const name of names) expect(bundle).toContain(`class ${name} extends`);
  });

  it.each(services)('of %s holds the licences of what it is made of', async (service) => {
    const text = await trees.read(service, 'THIRD-PARTY-LICENSES');
    for (const name of ['express', 'redis', 'pg', 'pino', '@prisma/adapter-pg']) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: (MIT|Apache-2.0|ISC)$`, 'm'));
    }
    expect(text).not.toContain('see below');
  });

  it.each(services)('of %s does not serve before its migrations', async (service) => {
    const { code, stdout, stderr } = await run(service, 'dist/main.js').finished();
    expect([code, stderr]).toEqual([1, '']);
    const { err } = JSON.parse(stdout);
    expect(err.message).toMatch(/\d{14}_\w+ are pending/);
    expect(err.stack).toMatch(
      /at requireMigrations \(\/.*\/packages\/runtime\/src\/database\/migration-state\.ts:\d+:\d+\)/,
    );
  });

  it.each(services)('of %s migrates once, however many do it at once', async (service) => {
    const both = await Promise.all([migrated(service), migrated(service)]);
    expect(both.map(({ length }) => length > 0).sort()).toEqual([false, true]);
    expect(await migrated(service)).toEqual([]);
  });

  it('serves the whole flow from a folder that it may not write to, and stops in order', async () => {
    const running = services.map((service) => run(service, 'dist/main.js'));
    for (const each of running) await each.says('"ready"');
    await applyFile();
    const { oauthUrl, baseUrl } = platform.addresses;
    const app = await newExternalApp(platform.addresses);
    await app.install();
    const client = await plainPosts(oauthUrl, app);
    const browser = new Browser();
    const signIn = await browser.open((await client.begin(SCOPES)).href, oauthUrl);
    const [style = ''] = /\/assets\/style-\w+\.css/.exec(signIn.html) ?? [];
    expect(await (await fetch(`${oauthUrl}${style}`)).text()).toContain('--accent:');
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const arrived = await browser.submit(consent, { decision: 'allow' });
    const first = await client.exchange(arrived.url);
    const second = await client.refresh(first.refresh_token ?? '');
    const read = () =>
      fetch(`${baseUrl}/v1/apps/available/${app.name}`, {
        headers: { authorization: `Bearer ${second.access_token}` },
      });
    let own = await read();
    // A registry that has just started has yet to learn what was revoked, and says so.
    for (; own.status === 503; own = await read()) await wait(100);
    expect(await own.json()).toMatchObject({ data: { attributes: { name: app.name } } });
    for (const address of [baseUrl, oauthUrl]) {
      const documentation = await fetch(`${address}/docs`);
      const [, script = ''] =
        /src="(\/docs\/assets\/[^"]+)"/.exec(await documentation.text()) ?? [];
      for (const path of [script, '/docs/errors', '/docs/errors.md', '/docs/oauth/listUsers']) {
        const { status, headers } = await fetch(`${address}${path}`);
        expect([path, status]).toEqual([expect.stringContaining('/docs/'), 200]);
        expect(headers.get('content-encoding')).toBe('br');
      }
    }
    const page = await (await fetch(`${baseUrl}/console`)).text();
    const [script = ''] = /\/console\/assets\/[\w-]+\.js/.exec(page) ?? [];
    expect((await fetch(`${baseUrl}${script}`)).status).toBe(200);
    await app.uninstall();
    const refused = client.refresh(second.refresh_token ?? '');
    await expect(refused).rejects.toMatchObject({ status: 400, error: 'invalid_client' });

    const ends = await Promise.all(running.map((each) => each.stop()));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
  });

  it('names its release in its metrics, sees Redis, and writes less than 5 MB a day in six idle pods', async () => {
    const [registry, oauth] = services.map((service) => run(service, 'dist/main.js'));
    for (const each of [registry, oauth]) await each?.says('"ready"');
    for (const service of services) {
      const families = await scrape(platform.addresses[`${service}InternalUrl`]);
      const [sample] = families.get('app_platform_build_info')?.samples ?? [];
      expect(sample?.labels).toEqual({ service, version, revision: 'unknown' });
      // Connects after it is ready.
      while (total(await scrape(platform.addresses[`${service}InternalUrl`]), 'redis_up') !== 1);
    }
    const bytes = await idleBytesOfADay(platform, {
      registry: () => registry?.stdout ?? '',
      oauth: () => oauth?.stdout ?? '',
    });
    await Promise.all([registry?.stop(), oauth?.stop()]);
    expect(bytes).toBeLessThan(5_000_000);
  });

  // Of Node.js' program the kernel maps 44 to 60 MiB, as much as other processes have read of it.
  it('holds at most 84 MiB of its own in each service a minute after its start', async () => {
    const running = services.map((service) => run(service, 'dist/main.js'));
    for (const each of running) await each.says('"ready"');
    await wait(60_000);
    const held = await Promise.all(
      running.map(({ child }) => anonymousMebibytes(Number(child.pid))),
    );
    await Promise.all(running.map((each) => each.stop()));
    expect(held.filter((mebibytes) => mebibytes >= 84)).toEqual([]);
  });

  it.each(services)(
    'of %s serves on a database of the next release, not of the one after',
    async (service) => {
      const [next, last] = ['29990101000000_next', '29990102000000_last_of_next'];
      const add = (name: string) =>
        databases.query(
          urls[service],
          `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('${name}', '', '${name}', now())`,
        );
      await add(next);
      await add(last);
      const running = run(service, 'dist/main.js');
      await running.says('"ready"');
      expect((await running.stop()).code).toBe(0);
      expect(await migrated(service)).toEqual([]);

      await databases.query(urls[service], `COMMENT ON TABLE _prisma_migrations IS '${last}'`);
      for (const program of ['dist/main.js', 'dist/migrate.js']) {
        const { code, stdout, stderr } = await run(service, program).finished();
        expect([code, stderr]).toEqual([1, '']);
        expect(JSON.parse(stdout).err.message).toContain(`${next}, ${last} are unknown here`);
      }
    },
  );
});
