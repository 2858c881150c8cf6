import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { tokens } from '@app-platform/testing/credentials';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { runApps } from '../../packages/cli/src/program.ts';
import { startReceiver } from '../../services/registry/testing/webhook-receiver.ts';
import { startConnectProxy } from '../platform/connect-proxy.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { AppsCommandLine, allowProgram } from './apps-command-line.ts';
import { packPackage } from './packed-packages.ts';

const run = promisify(execFile);

/** Its Node.js is not the one that the repository pins. */
const PATH_OF_MACHINE = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((one) => !one.includes('node_modules'))
  .join(delimiter);

let folder: string;
let platform: Platform;
let developer: ExternalApp;
let apps: AppsCommandLine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-command-line-'));
  platform = await startPlatform({
    firstPartyRedirectUris: { cli: ['http://127.0.0.1/callback'] },
    devicePollSeconds: 1,
  });
  developer = await newExternalApp(platform, { userRoles: ['org.admin', 'org.permission'] });
  apps = await AppsCommandLine.unpack(folder, platform);
});
beforeEach(async () => {
  for (const name of ['app.json', 'app.ts']) await rm(join(folder, name), { force: true });
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

let lastNumber = 0;
const newName = () => {
  lastNumber += 1;
  return `loyalty_${lastNumber}`;
};

async function edit(change: object): Promise<void> {
  const path = join(folder, 'app.json');
  const definition = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...definition, ...change }, null, 2));
}

const withKey = () => apps.withApiKey(developer.apiKey);

describe('the packed command line', () => {
  it('runs with npx, without a network', async () => {
    const tarball = await packPackage('cli', await mkdtemp(join(folder, 'packed-')));
    const license = await run('tar', ['-xzOf', tarball, 'package/LICENSE']);
    expect(license.stdout).toBe(await readFile(join(repositoryFolder, 'LICENSE'), 'utf8'));
    const { stdout } = await run(
      'npx',
      ['--yes', '--offline', `--package=${tarball}`, 'apps', 'init', '--name', 'with_npx'],
      {
        cwd: folder,
        env: { PATH: PATH_OF_MACHINE, HOME: folder, npm_config_cache: join(folder, 'npm-cache') },
      },
    );
    expect(stdout).toContain('Wrote app.json');
    const definition = JSON.parse(await readFile(join(folder, 'app.json'), 'utf8'));
    expect(definition.app).toBe('with_npx');
  });

  it('runs a typed definition on any Node.js', async () => {
    const initialized = await apps.json('init', '--typescript', '--name', 'typed');
    expect(initialized).toMatchObject({ code: 0, data: { file: 'app.ts' } });
    const path = join(folder, 'app.ts');
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      `import { version } from './version.js';\n${text.replace(/version: .+/, 'version,')}`,
    );
    await writeFile(join(folder, 'version.ts'), "export const version: string = '1.0.0';\n");
    expect(await apps.json('validate')).toMatchObject({ code: 0, data: { valid: true } });
    const onMachine = await run('node', [apps.program, 'validate', '--json'], {
      cwd: folder,
      env: { PATH: PATH_OF_MACHINE },
    });
    expect(JSON.parse(onMachine.stdout)).toMatchObject({ ok: true, data: { valid: true } });
  });

  it('uses a proxy also where Node.js has none', async () => {
    const proxy = await startConnectProxy();
    const older = join(folder, 'older.mjs');
    await writeFile(older, "import http from 'node:http'; delete http.setGlobalProxyFromEnv;");
    const { code } = await apps
      .start(['whoami'], {
        API_KEY: developer.apiKey,
        HTTP_PROXY: proxy.url,
        NODE_OPTIONS: `--import=${pathToFileURL(older)}`,
      })
      .finished();
    proxy.close();
    expect([code, proxy.hosts]).toEqual([0, [new URL(platform.baseUrl).host]]);
  });

  it('prints the help of each command without loading the program', async () => {
    const bundle = join(folder, 'unpacked/package/dist/apps.js');
    const moved = `${bundle}.moved`;
    await rename(bundle, moved);
    const [all, one] = [await apps.text('--help'), await apps.text('webhooks', 'create', '--help')];
    await rename(moved, bundle);
    expect(all).toContain('Usage: apps [options] [command]');
    expect(all).toContain('Exit codes:');
    expect(one).toContain('--event <name...>');
    expect(await apps.text('help')).toBe(all);
  });

  it('ships the licences of what it bundles', async () => {
    const { stdout } = await run('tar', ['-tzf', apps.tarball]);
    expect(stdout).toContain('package/dist/THIRD-PARTY-LICENSES');
    expect(stdout).not.toContain('package/src/');
    expect((await stat(apps.tarball)).size).toBeLessThan(600_000);
    const manifest = JSON.parse(
      await readFile(join(folder, 'unpacked/package/package.json'), 'utf8'),
    );
    expect(manifest.dependencies).toBeUndefined();
  });

  it('is in node_modules/.bin of the repository, on the source', async () => {
    const { stdout } = await run(join(repositoryFolder, 'node_modules/.bin/apps'), ['--help']);
    expect(stdout).toContain('Usage: apps');
  });

  it('has the types of defineApp', async () => {
    await mkdir(join(folder, 'node_modules/@app-platform'), { recursive: true });
    await symlink(join(folder, 'unpacked/package'), join(folder, 'node_modules/@app-platform/cli'));
    await writeFile(
      join(folder, 'typed.ts'),
      `import { defineApp } from '@app-platform/cli';
export const right = defineApp({ app: 'a', version: '1.0.0', title: 'A', tags: ['ai'] });
// @ts-expect-error an unknown property
export const wrong = defineApp({ app: 'a', version: '1.0.0', iconURL: 'x' });
// @ts-expect-error an unknown tag
export const other = defineApp({ app: 'a', version: '1.0.0', tags: ['games'] });`,
    );
    const { stdout } = await new RunningProcess(
      [
        join(repositoryFolder, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--ignoreConfig', '--types', '', '--target', 'es2023'],
        ...['--module', 'nodenext', '--skipLibCheck', 'false', 'typed.ts'],
      ],
      {},
      { cwd: folder },
    ).finished();
    expect(stdout).toBe('');
  });
});

describe('apps validate --watch', () => {
  it('checks again after every change', async () => {
    await apps.json('init', '--name', newName());
    const watching = apps.start(['validate', '--watch']);
    await watching.says('app.json is valid');
    await edit({ version: '1' });
    await watching.says('app.json cannot be registered: 1 error');
    expect((await watching.stop('SIGINT')).code).not.toBe(0);
  });

  it('checks again after every change of a file that a definition imports', async () => {
    const writeTitle = (text: string) => writeFile(join(folder, 'title.ts'), text);
    await writeTitle('export const title = 1;');
    const definition = "{ app: 'x', version: '1.0.0', title }";
    const program = `import { title } from './title.ts';\nexport default ${definition};\n`;
    await writeFile(join(folder, 'app.ts'), program);
    const watching = apps.start(['validate', '--watch', '--json']);
    await watching.says('"pointer":"/title"');
    await writeTitle('export const title = ;');
    await watching.says('Unexpected token');
    await writeTitle("export const title = 'X';");
    await watching.says('"ok":true');
    const { stdout } = await watching.stop('SIGINT');
    const envelopes = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(envelopes.map(({ ok }) => ok)).toEqual([false, false, true]);
  });
});

describe('signing in', () => {
  const profiles = () => join(folder, 'config/app-platform/profiles.json');

  it('is needed', async () => {
    expect(await apps.json('register', 'app.json', '--profile', 'nobody')).toMatchObject({
      code: 1,
      errors: [{ code: 'missing_file' }],
    });
    expect(await apps.json('install', 'loyalty', '--profile', 'nobody')).toMatchObject({
      code: 3,
      errors: [{ code: 'not_signed_in' }],
    });
  });

  it('receives a code on a loopback address, and keeps tokens for the owner only', async () => {
    const { arrived, finished } = await apps.signIn(developer.email);
    expect([finished.code, finished.stdout]).toEqual([
      0,
      `Signed in at ${platform.baseUrl} as the profile 'default'.\n`,
    ]);
    expect(arrived.html).toContain('You can close this window');
    expect(arrived.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect((await stat(profiles())).mode & 0o777).toBe(0o600);
    const { tokens } = JSON.parse(await readFile(profiles(), 'utf8')).profiles.default;
    expect(finished.stdout + finished.stderr).not.toContain(tokens.accessToken);
    expect(finished.stdout + finished.stderr).not.toContain(tokens.refreshToken);
  });

  it('whoami names the user, the organization and the roles, but no credential', async () => {
    const { organizationId, email, apiKey } = developer;
    const signedIn = await apps.json('whoami');
    expect(signedIn).toMatchObject({
      code: 0,
      data: { type: 'access_token', organizationId, organizationName: 'Acme', email },
    });
    expect(signedIn.data).toMatchObject({ profile: 'default', expiresAt: expect.any(String) });
    expect(signedIn.data.roles).toEqual(['org.admin.apps', 'org.permission.apps']);
    const key = await withKey().json('whoami');
    expect([key.code, key.data]).toEqual([
      0,
      {
        type: 'api_key',
        organizationId,
        organizationName: 'Acme',
        roles: expect.arrayContaining(['org.admin']),
      },
    ]);
    expect(JSON.stringify(key)).not.toContain(apiKey);
    expect(await apps.withApiKey('wrong').json('whoami')).toMatchObject({ code: 3, ok: false });
  });

  it('is renewed, by several commands at once too', async () => {
    const stored = JSON.parse(await readFile(profiles(), 'utf8'));
    stored.profiles.default.tokens.expiresAt = new Date(0).toISOString();
    await writeFile(profiles(), JSON.stringify(stored));
    const name = newName();
    await withKey().json('init', '--name', name);
    await withKey().json('register');
    // However long the commands take, they are within the time for repeated refreshes.
    const now = new Date();
    platform.now.value = () => now;
    const answers = await Promise.all([1, 2, 3].map(() => apps.json('pull', name, 'app.json')));
    platform.now.value = () => new Date();
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    const { tokens } = JSON.parse(await readFile(profiles(), 'utf8')).profiles.default;
    expect(Date.parse(tokens.expiresAt)).toBeGreaterThan(Date.now());
  });

  it('fails when the user refuses, and waits on for a foreign answer', async () => {
    const login = apps.start(['login', '--json', '--profile', 'refused']);
    await login.says('code_challenge_method=S256\n', 'stderr');
    const address = new URL(/^http\S+$/m.exec(login.stderr)?.[0] ?? '');
    const redirectUri = address.searchParams.get('redirect_uri') ?? '';
    const state = address.searchParams.get('state') ?? '';
    const answer = (parameters: Record<string, string>) =>
      fetch(`${redirectUri}?${new URLSearchParams({ iss: platform.oauthUrl, ...parameters })}`);
    expect((await answer({ code: 'x', state: 'foreign' })).status).toBe(400);
    expect((await answer({ error: 'access_denied', state })).status).toBe(200);
    const { code, stdout } = await login.finished();
    expect([code, JSON.parse(stdout)]).toMatchObject([
      3,
      { ok: false, errors: [{ detail: expect.stringContaining('access_denied') }] },
    ]);
  });

  it('works without a browser here: by a code that is entered elsewhere', async () => {
    const done = await apps.signInByDevice(
      developer.email,
      'allow',
      '--profile',
      'device',
      '--json',
    );
    expect([done.code, JSON.parse(done.stdout)]).toMatchObject([
      0,
      { ok: true, data: { profile: 'device', baseUrl: platform.baseUrl } },
    ]);
    const { data } = await apps.json('whoami', '--profile', 'device');
    expect(data.roles).toEqual(['org.admin.apps', 'org.permission.apps']);
    const denied = await apps.signInByDevice(developer.email, 'deny', '--profile', 'denied');
    expect([denied.code, denied.stderr]).toEqual([3, expect.stringContaining('was denied')]);
    const interrupted = apps.start(['login', '--device']);
    await interrupted.says('user_code=', 'stderr');
    expect((await interrupted.stop('SIGINT')).stdout).toBe('');
    expect(await apps.json('login', '--device', '--code')).toMatchObject({ code: 2, ok: false });
  });

  it('works without a browser here: by a code that is pasted', async () => {
    const signIn = (copied: (code: string) => string, profile: string) =>
      apps.signInByCode(developer.email, copied, '--profile', profile, '--json');
    let used = '';
    const { last, finished } = await signIn((code) => {
      used = code;
      return ` ${code} `;
    }, 'pasted');
    expect(last.html).toContain('Copy this code');
    expect([finished.code, JSON.parse(finished.stdout)]).toMatchObject([0, { ok: true }]);
    expect(finished.stdout + finished.stderr).not.toContain(used);
    expect(await apps.json('whoami', '--profile', 'pasted')).toMatchObject({ code: 0 });
    // A code of another sign-in, half of one, one that was used, and none.
    const half = (code: string) => code.slice(0, 30);
    const again = (code: string) => used.split('.')[0] + code.slice(code.indexOf('.'));
    for (const copied of [() => used, half, again, () => '']) {
      const { finished: refused } = await signIn(copied, 'refused');
      expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([
        3,
        { ok: false, errors: [{ code: 'not_signed_in' }] },
      ]);
    }
  });

  it('gets a further role only where it is asked for', async () => {
    const lacking = await apps.json('keys', 'list');
    expect([lacking.code, lacking.errors[0]?.detail]).toEqual([
      3,
      expect.stringContaining('Run: apps login --role org.admin.api_keys'),
    ]);
    expect(await apps.json('attributes')).toMatchObject({ code: 0 });
    const profile = ['--profile', 'further'];
    await apps.signIn(developer.email, '--role', 'org.admin.api_keys', ...profile);
    for (const command of ['keys', 'webhooks']) {
      expect(await apps.json(command, 'list', ...profile)).toMatchObject({ code: 0 });
    }
    const users = await apps.json('login', '--role', 'org.admin.users');
    expect([users.code, users.errors[0]?.detail]).toEqual([2, expect.stringContaining('audit')]);
  });

  it('signs in again at a terminal where a command needs a further role', async () => {
    const printed: string[] = [];
    const noticed: string[] = [];
    const codes: number[] = [];
    await runApps(['keys', 'list'], {
      config: { ...platform, apiKey: undefined, profilesFile: profiles() },
      folder,
      isTerminal: true,
      print: (text) => void printed.push(text),
      notify: (text) => void noticed.push(text),
      setExitCode: (code) => void codes.push(code),
      ask: () => Promise.reject(new Error('asked')),
      readInput: () => Promise.reject(new Error('read standard input')),
      openBrowser: (address) => void allowProgram(address, developer.email),
    });
    expect(noticed.join('\n')).toContain('Open this address to sign in');
    expect([codes, printed]).toEqual([[], [expect.stringContaining('org.admin')]]);
    const { data } = await apps.json('whoami');
    expect(data.roles).toEqual(['org.admin.apps', 'org.permission.apps', 'org.admin.api_keys']);
  });

  it('never sends tokens to another platform', async () => {
    const received: unknown[] = [];
    const server = createServer((request, response) => {
      received.push(request.headers.authorization);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const process = apps.start(['install', 'loyalty', '--json'], { BASE_URL: baseUrl });
    const { code, stdout } = await process.finished();
    server.close();
    expect([code, JSON.parse(stdout).errors[0].code]).toEqual([3, 'not_signed_in']);
    expect(received).toEqual([]);
  });

  it('ends with logout, also at the OAuth service', async () => {
    await apps.signIn(developer.email, '--profile', 'short');
    const { tokens } = JSON.parse(await readFile(profiles(), 'utf8')).profiles.short;
    expect(await apps.json('logout', '--profile', 'short')).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(profiles(), 'utf8')).profiles.short).toBeUndefined();
    const refreshed = await fetch(`${platform.oauthUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: tokens.refreshToken,
        client_id: 'cli',
      }),
    });
    expect(await refreshed.json()).toMatchObject({ error: 'invalid_grant' });
    expect(await apps.json('logout', '--profile', 'short')).toMatchObject({ code: 3 });
  });
});

describe('an app', () => {
  it('is registered, compared, installed, deprecated, yanked and uninstalled', async () => {
    const key = withKey();
    const name = newName();
    await key.json('init', '--name', name);
    const first = await key.json('register');
    const registered = `${name}_${developer.organizationId}`;
    expect(first).toMatchObject({
      code: 0,
      data: { id: `${registered}-0.0.1`, version: '0.0.1', warnings: [] },
    });
    const url = 'http://127.0.0.1:9/events';
    const lifecycleWebhooks = [{ url, events: ['app.secret_rotated'] }];
    await edit({ version: '0.1.0', title: 'More points', lifecycleWebhooks });
    const shown = await key.text('register');
    expect(shown).toMatch(
      /^Secret of the webhook http:\/\/127\.0\.0\.1:9\/events, shown only now: whsec_\S+$/m,
    );
    const compared = await key.json('diff', name);
    expect(compared).toMatchObject({ code: 0, data: { from: '0.0.1', to: '0.1.0' } });
    expect(await key.text('install', `${name}-0.0.1`)).toBe(`Installed ${registered} 0.0.1.\n`);
    expect(await key.text('install', `${name}-0.0.1`)).toBe(
      `${registered} 0.0.1 is already installed. Nothing changed.\n`,
    );
    expect(await key.json('install', name)).toMatchObject({
      data: { attributes: { version: '0.1.0' }, meta: { outcome: 'changed' } },
    });
    const [message, reason] = ['It loses points.', 'It leaks points.'];
    const id = `${name}-0.0.1`;
    for (const command of [
      ['deprecate', id, '--message', message],
      ['deprecate', id, '--undo'],
      ['yank', id, '--reason', reason],
    ])
      expect(await key.json(...command)).toMatchObject({ code: 0, ok: true });
    expect(await key.json('install', id)).toMatchObject({ code: 1, ok: false });
    expect(await key.json('yank', id, '--undo')).toMatchObject({ code: 0 });
    expect(await key.text('uninstall', name)).toContain(`Uninstalled ${name}.`);
    expect(await key.text('unpublish', id)).toContain(
      `${registered}-0.0.1 is gone. The number 0.0.1 stays used`,
    );
    expect(await key.json('install', id)).toMatchObject({ code: 1 });
  });

  it('is listed with its versions, and guessed where its name is misspelled', async () => {
    const key = withKey();
    const name = 'parcel_tracker';
    const registered = `${name}_${developer.organizationId}`;
    await key.json('init', '--name', name);
    await key.json('register');
    await edit({ version: '0.1.0' });
    await key.json('register');
    await key.json('install', `${name}-0.0.1`);
    const { data } = await key.json('list');
    expect(data.own).toContainEqual(
      expect.objectContaining({ name: registered, version: '0.1.0', visibility: 'private' }),
    );
    expect(data.installed).toContainEqual(
      expect.objectContaining({ name: registered, version: '0.0.1', latestVersion: '0.1.0' }),
    );
    const versions = await key.json('versions', name);
    expect(versions.data.map((one: { version: string }) => one.version)).toEqual([
      '0.1.0',
      '0.0.1',
    ]);
    const hint = ` Did you mean '${name}'?`;
    for (const command of [
      ['versions', 'parcel_traker'],
      ['plan', 'parcel_traker'],
      ['install', 'parcel_traker-0.1.0'],
      ['secret', 'rotate', 'parceltracker'],
      ['logs', 'parcel_traker'],
    ]) {
      const { code, errors } = await key.json(...command);
      expect([code, errors[0]?.detail]).toEqual([1, expect.stringContaining(hint)]);
    }
    const stranger = await newExternalApp(platform, { userRoles: ['org.admin'] });
    const foreign = await apps.withApiKey(stranger.apiKey).json('versions', 'parcel_traker');
    expect([foreign.code, foreign.errors[0]?.detail]).toEqual([
      1,
      expect.not.stringContaining('Did you mean'),
    ]);
  });

  it('is refused with the place of every mistake that the registry finds', async () => {
    const key = withKey();
    await key.json('init', '--name', newName());
    await key.json('register');
    expect(await key.json('register')).toMatchObject({
      code: 1,
      errors: [{ code: 'duplicate' }],
    });
    await edit({ version: '0.0.2', identifier: 'changed1' });
    expect(await key.json('register')).toMatchObject({
      code: 1,
      errors: [
        {
          code: 'identifier_changed',
          pointer: '/identifier',
          line: expect.any(Number),
          rule: 'identifier-changed',
          fix: [{ op: 'remove', path: '/identifier' }],
          links: { about: `${platform.baseUrl}/docs/errors#identifier_changed` },
        },
      ],
    });
  });

  it('is registered with others: the mistakes of each name its file', async () => {
    const key = withKey();
    const [one, two] = [newName(), newName()];
    await mkdir(join(folder, one));
    await key.json('init', `${one}/app.json`, '--name', one);
    await writeFile(join(folder, 'broken.json'), '{');
    expect(await key.json('register', one, 'broken.json')).toMatchObject({
      code: 1,
      errors: [{ file: 'broken.json', code: 'malformed_json' }],
    });
    const registering = key.start(['register', one, `${one}/app.json`, '-', '--json']);
    registering.child.stdin?.end(JSON.stringify({ app: two, version: '0.0.1', title: 'Two' }));
    const { code, stdout } = await registering.finished();
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        data: { files: [{ file: `${one}/app.json`, version: '0.0.1' }, { file: '-' }] },
        errors: [{ file: `${one}/app.json`, code: 'duplicate' }],
      },
    ]);
    expect(await key.json('validate', 'app.json', one)).toMatchObject({
      errors: [{ file: 'app.json', code: 'missing_file' }],
    });
  });

  it('is pulled, with a warning where the registry differs from the file', async () => {
    const key = withKey();
    const name = newName();
    await key.json('init', '--name', name);
    await key.json('register');
    expect(await key.json('pull', name)).toMatchObject({
      data: { written: false, differences: [] },
    });
    await edit({ title: 'Another title', tags: ['ai'] });
    expect(await key.text('pull', name)).toMatch(/^warning: app\.json differs .+ in tags, title\./);
    expect(await key.json('pull', name, '--force')).toMatchObject({
      data: { written: true, differences: ['tags', 'title'] },
    });
    expect(await key.json('pull', name)).toMatchObject({ data: { differences: [] } });
    await writeFile(join(folder, 'app.json'), '{ "app": "a", "app": "b" }');
    const refused = await key.json('pull', name);
    expect([refused.code, refused.errors[0]?.code]).toEqual([1, 'duplicate_key']);
    expect(await key.json('pull', name, '--force')).toMatchObject({ data: { written: true } });
    expect(await key.json('pull', name)).toMatchObject({ data: { differences: [] } });
    await edit({ version: '0.0.2' });
    expect(await key.json('register')).toMatchObject({ code: 0 });
  });

  it('goes to another organization, where it works as before', async () => {
    const other = await newExternalApp(platform, { userRoles: ['org.admin'] });
    const owner = await newExternalApp(platform, { visibility: 'public' });
    await owner.install();
    const { name } = owner;
    const [old, own] = [owner, other].map(({ apiKey }) => apps.withApiKey(apiKey));
    if (!old || !own) throw new Error('each has a command line');
    const stranger = withKey();
    expect(await old.json('transfer', name)).toMatchObject({ code: 2 });
    const offer = await old.json('transfer', name, '--to', other.organizationId);
    expect(offer).toMatchObject({ code: 0, data: { app: name, to: { id: other.organizationId } } });
    for (const action of ['--accept', '--withdraw', '--decline']) {
      const { code, errors } = await stranger.json('transfer', name, action);
      expect([code, errors[0]?.code]).toEqual([1, 'not_found']);
    }
    const accepted = await own.json('transfer', name, '--accept');
    expect(accepted).toMatchObject({ code: 0, data: { app: name } });
    expect((await old.json('secret', 'rotate', name)).code).toBe(3);
    const { clientId, organizationId } = owner;
    const stays = await fetch(
      `${platform.registryInternalUrl}/internal/clients/${clientId}?organizationId=${organizationId}`,
      { headers: { authorization: `Bearer ${tokens.serviceToken}` } },
    ).then((answer) => answer.json());
    expect(stays.organizationId).toBe(other.organizationId);
    expect(stays.installedSince).not.toBeNull();
    const token = await owner.token({ grant_type: 'refresh_token', refresh_token: 'unknown' });
    expect(token.body.error).toBe('invalid_grant');
    const ofPrivate = await stranger.json('transfer', 'parcel_tracker', '--to', organizationId);
    expect([ofPrivate.code, ofPrivate.errors[0]?.detail]).toEqual([
      1,
      expect.stringContaining('"visibility": "public"'),
    ]);
  });

  it('gets a new secret, and keeps the old one for a while', async () => {
    const key = withKey();
    const name = newName();
    await key.json('init', '--name', name);
    await key.json('register');
    const { data } = await key.json('secret', 'rotate', name, '--overlap', '60');
    expect(data).toEqual({
      clientId: expect.any(String),
      clientSecret: expect.any(String),
      overlapSeconds: 60,
    });
  });
});

describe('apps logs', () => {
  it('prints what is kept, one JSON object a line, and ends', async () => {
    const key = withKey();
    const app = await newExternalApp(platform);
    await app.install();
    const own = apps.withApiKey(app.apiKey);
    const { code, stdout } = await own.start(['logs', app.name, '--json']).finished();
    const lines = stdout.trimEnd().split('\n');
    const envelopes = lines.map((line) => JSON.parse(line));
    expect([code, envelopes.map(({ ok, data }) => [ok, data.type])]).toEqual([
      0,
      [
        [true, 'audit_event'],
        [true, 'audit_event'],
        [true, 'audit_event'],
        [true, 'installation'],
      ],
    ]);
    for (const args of [
      ['logs', app.name],
      ['logs', 'unknown', '--follow'],
    ]) {
      expect(await key.json(...args)).toMatchObject({ code: 1, errors: [{ code: 'not_found' }] });
    }
  });

  it('ends quietly where nobody reads on', async () => {
    const app = await newExternalApp(platform);
    const following = apps.start(['logs', app.name, '--follow'], { API_KEY: app.apiKey });
    await following.says('app_version.registered');
    following.child.stdout?.destroy();
    await app.install();
    expect(await following.finished()).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('EPIPE'),
    });
  });
});

describe('apps webhooks', () => {
  it('creates one, whose secret is shown once, and sends events to it', async () => {
    const key = withKey();
    const receiver = await startReceiver();
    const url = `${receiver.url}/hook`;
    const events = ['app.installed', 'app.upgraded', 'app.uninstalled'];
    const [first = '', ...others] = events;
    const create = ['webhooks', 'create', '--url', url, '--event', first, '--event', ...others];
    const created = await key.json(...create);
    expect(created).toMatchObject({
      code: 0,
      data: { id: expect.any(String), url, events, secret: expect.stringMatching(/^whsec_/) },
    });
    const { id, secret } = created.data;
    const listed = await key.json('webhooks', 'list');
    expect(listed.data).toContainEqual(expect.objectContaining({ id, url, active: true }));
    expect(JSON.stringify(listed)).not.toContain(secret);
    const { data: generated } = await key.json('webhooks', 'secret', id);
    expect(generated.secret).not.toBe(secret);
    const { data: tested } = await key.json('webhooks', 'test', id);
    const [sent] = await receiver.untilReceived(1);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ type: 'webhook.test' });
    const { 'webhook-id': sentId, 'webhook-timestamp': at } = sent?.headers ?? {};
    const signature = createHmac('sha256', Buffer.from(generated.secret.slice(6), 'base64'))
      .update(`${sentId}.${at}.${sent?.body}`)
      .digest('base64');
    expect(sent?.headers['webhook-signature']).toBe(`v1,${signature}`);
    const again = await key.json('webhooks', 'redeliver', id, tested.id);
    expect(again).toMatchObject({ code: 0, data: { eventId: tested.eventId } });
    const [, repeated] = await receiver.untilReceived(2);
    expect(repeated?.headers['webhook-id']).toBe(tested.eventId);
    await receiver.close();
    const text = await key.text('webhooks', 'deliveries', id);
    expect(text).toMatch(
      new RegExp(`^${tested.id} \\S+Z webhook\\.test: delivered, attempt 1`, 'm'),
    );
    const { data: deliveries } = await key.json('webhooks', 'deliveries', id);
    expect(deliveries.map((one: { id: string }) => one.id)).toEqual([again.data.id, tested.id]);
  });

  it('refuses what is wrong, with its place', async () => {
    const key = withKey();
    const unknown = '00000000-0000-4000-8000-000000000000';
    const event = ['--event', 'app.installed'];
    for (const [args, code, error] of [
      [['test', unknown], 1, { code: 'not_found' }],
      [['deliveries', unknown], 1, { code: 'not_found' }],
      [['create', '--url', 'x', ...event], 1, { pointer: '/url' }],
      [['create', '--url', 'https://example.com', '--event', 'x'], 1, { pointer: '/events/0' }],
      [['create', ...event], 2, { code: 'usage' }],
      [['redeliver', unknown], 2, { code: 'usage' }],
    ] as const) {
      expect(await key.json('webhooks', ...args)).toMatchObject({ code, errors: [error] });
    }
  });
});

describe('apps keys', () => {
  it('creates one, which is shown once, and revokes it', async () => {
    const key = withKey();
    const roles = ['org.admin.apps', 'org.permission.apps'];
    const created = await key.json('keys', 'create', '--name', 'ci', '--role', ...roles);
    expect(created).toMatchObject({
      code: 0,
      data: { id: expect.any(String), name: 'ci', roles, key: expect.any(String) },
    });
    const { id, key: text } = created.data;
    const listed = await key.json('keys', 'list');
    expect(listed.data).toContainEqual(expect.objectContaining({ id, name: 'ci', roles }));
    expect(JSON.stringify(listed)).not.toContain(text);
    const ci = apps.withApiKey(text);
    expect(await ci.json('whoami')).toMatchObject({ code: 0, data: { roles } });
    for (const args of [['list'], ['create', '--name', 'x', '--role', 'org.admin']]) {
      const { code, errors } = await ci.json('keys', ...args);
      expect([code, errors]).toMatchObject([3, [{ code: 'forbidden' }]]);
      expect(errors[0]?.detail).toContain('org.admin.api_keys');
    }
    expect(await key.json('keys', 'revoke', id)).toMatchObject({ code: 0, data: { id } });
    expect(await ci.json('whoami')).toMatchObject({ code: 3 });
    expect(await key.json('keys', 'create', '--name', 'x')).toMatchObject({ code: 2 });
  });
});

it('apps attributes lists the attributes of the apps, with their types', async () => {
  const key = withKey();
  const name = newName();
  await key.json('init', '--name', name);
  await edit({
    klasses: [
      {
        name: 'customer',
        metadata: {
          standard: true,
          properties: { levelNum: { displayName: 'Level', example: '3' } },
        },
      },
    ],
  });
  await key.json('register');
  const { code, data } = await key.json('attributes');
  expect([code, data]).toEqual([
    0,
    expect.arrayContaining([
      expect.objectContaining({ klass: 'customer', name: expect.stringMatching(/LevelNum$/) }),
    ]),
  ]);
  expect(await key.text('attributes')).toMatch(/^customer @\w+LevelNum: Level, /m);
});

it('what apps completion bash prints is sourced quietly', async () => {
  const script = await apps.text('completion', 'bash');
  const sourced = await run('bash', ['--noprofile', '--norc', '-c', `${script}\ncomplete -p apps`]);
  expect(sourced).toEqual({ stdout: 'complete -o default -F _apps apps\n', stderr: '' });
  expect(await apps.json('completion', 'tcsh')).toMatchObject({ code: 2, ok: false });
});

describe('what a command advises', () => {
  /** What people read of a command that is refused. */
  const refusal = async (...args: string[]) => {
    const { code, stderr, stdout } = await withKey().start(args).finished();
    return { code, text: stderr + stdout };
  };

  it('a plan says what would be installed, and names commands for its problems', async () => {
    const key = withKey();
    const name = newName();
    await key.json('init', '--name', name);
    await edit({ visibility: 'public' });
    await key.json('register');
    expect(await key.text('plan', name)).toContain(`${name}: 0.0.1 would be installed\n`);
    const needing = newName();
    await edit({ app: needing, dependencies: [`${name}-^0.0.1`] });
    await key.json('register');
    const planned = await key.text('plan', needing);
    expect(planned).toContain(`apps install ${name}-0.0.1`);
    expect(planned).not.toMatch(/[A-Z]{3,6} \/v1/);
    await key.json('install', name);
    expect(await key.text('plan', name)).toContain(`${name}: 0.0.1 is installed already\n`);
    expect(await key.text('plan', name, '--uninstall')).toContain(
      `${name}: 0.0.1 would be uninstalled\n`,
    );
  });

  it('a rollback, a restoration and an uninstallation that are refused name commands', async () => {
    const key = withKey();
    const name = newName();
    await key.json('init', '--name', name);
    await key.json('register');
    for (const command of ['uninstall', 'rollback', 'restore']) {
      const { code, text } = await refusal(command, name);
      expect([command, code]).toEqual([command, 1]);
      expect(text).not.toMatch(/[A-Z]{3,6} \/v1/);
    }
    await key.json('install', name);
    const { code, text } = await refusal('rollback', name);
    expect([code, text]).toEqual([1, expect.stringContaining(`apps install ${name}`)]);
  });

  it('the doctor names commands, and says what it takes', async () => {
    const app = await newExternalApp(platform);
    const request = app.authorizeUrl(['org.permission.customer']);
    const doctor = apps.start(['doctor', request], { API_KEY: app.apiKey });
    const { stderr } = await doctor.finished();
    expect(stderr).toContain(`apps install ${app.name}`);
    expect(stderr).not.toMatch(/[A-Z]{3,6} \/v1/);
    const { code, text } = await refusal('doctor', 'foo');
    expect([code, text]).toEqual([2, expect.stringContaining('/oauth/authorize?client_id=')]);
  });

  it.each([
    [['frobnicate'], 'See: apps --help'],
    [['plan'], 'See: apps plan --help'],
    [['plan', 'x', '--nothing'], 'See: apps plan --help'],
    [['secret', 'rotate'], 'See: apps secret rotate --help'],
    [['doctor'], 'See: apps doctor --help'],
  ])('wrong usage names the help that there is: %j', async (args, advice) => {
    const { code, text } = await refusal(...args);
    expect([code, text]).toEqual([2, expect.stringContaining(advice)]);
    expect(text).not.toContain('COMMAND');
    const help = advice.replace('See: apps ', '').split(' ');
    expect(await apps.text(...help)).toContain('Usage: apps');
  });
});

describe('apps doctor', () => {
  it('names what is wrong with an authorization request, and nothing for a right one', async () => {
    const key = withKey();
    const app = await newExternalApp(platform);
    const own = (address: string) =>
      apps.start(['doctor', address, '--json'], { API_KEY: app.apiKey }).finished();
    const right = app.authorizeUrl(['org.permission.customer']);
    const uninstalled = await own(right);
    expect([uninstalled.code, JSON.parse(uninstalled.stdout)]).toMatchObject([
      1,
      { ok: false, data: { healthy: false, app: app.name } },
    ]);
    expect(JSON.parse(uninstalled.stdout).errors.length).toBeGreaterThan(0);
    await app.install();
    const installed = await own(right);
    expect([installed.code, JSON.parse(installed.stdout)]).toMatchObject([
      0,
      { ok: true, data: { healthy: true, request: 'authorization' } },
    ]);
    expect((await own(right.replace('callback', 'elsewhere'))).code).toBe(1);
    expect(await key.json('doctor', right)).toMatchObject({ code: 1, ok: false });
  });

  it('sends no secret of a token request', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const form = `grant_type=refresh_token&client_id=${app.clientId}&client_secret=s&refresh_token=t`;
    const process = apps.start(['doctor', form, '--json'], { API_KEY: app.apiKey });
    const { code, stdout } = await process.finished();
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { data: { request: 'token' } }]);
  });
});

describe('apps mcp', () => {
  type Result = {
    isError?: boolean;
    // biome-ignore lint/suspicious/noExplicitAny: each tool has data of its own
    structuredContent?: { ok: boolean; data: any; errors: { code: string }[] };
  };
  const caller = (client: Client) => async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as Result;

  it('searches the documentation, checks files, and plans, but changes nothing', async () => {
    const key = withKey();
    const name = newName();
    await key.json('init', '--name', name);
    await key.json('register');
    await edit({ website: 'example.com' });
    const before = await readFile(join(folder, 'app.json'), 'utf8');
    const client = await key.connectAssistant();
    const call = caller(client);
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const found = await call('search_docs', { query: 'unused-step' });
    expect(found.structuredContent?.data[0]).toMatchObject({
      address: `${platform.baseUrl}/docs/lint/unused-step.md`,
      text: expect.stringContaining('nothing leads to this step'),
    });
    const operation = await call('search_docs', { query: 'rotate client secret overlap' });
    expect(JSON.stringify(operation.structuredContent)).toContain('POST /v1/apps/available');
    const signIn = await call('search_docs', { query: 'code_challenge authorize' });
    expect(JSON.stringify(signIn.structuredContent)).toContain('GET /oauth/authorize');
    expect(await call('validate_file', { file: 'app.json', remote: true })).toMatchObject({
      isError: false,
      structuredContent: { ok: false, data: { valid: false }, errors: [{ code: 'duplicate' }] },
    });
    const { structuredContent: lint } = await call('lint_file', { file: 'app.json' });
    const warning = { rule: 'unparseable-url', line: 7, fix: [expect.anything()] };
    expect(lint?.data.warnings).toContainEqual(expect.objectContaining(warning));
    for (const [file, code] of [
      ['../../../etc/passwd', 'outside_folder'],
      ['unpacked/package/bin/apps.mjs', 'not_json'],
      ['none.json', 'missing_file'],
    ] as const) {
      const refused = await call('lint_file', { file });
      expect(refused).toMatchObject({ isError: true, structuredContent: { errors: [{ code }] } });
    }
    expect(await call('lint_file', { file: 'app.json', fix: true })).toMatchObject({
      isError: true,
    });
    const plan = await call('plan', { app: name });
    expect(plan.structuredContent?.data.attributes).toMatchObject({ from: null, to: '0.0.1' });
    expect(await call('plan', { app: '--help' })).toMatchObject({ isError: true });
    expect(await call('diff', { app: name })).toMatchObject({ isError: true });
    const diagnosis = await call('doctor', { request: developer.authorizeUrl(['org.admin']) });
    expect(diagnosis).toMatchObject({ isError: false, structuredContent: { ok: false } });
    await client.close();
    expect(await readFile(join(folder, 'app.json'), 'utf8')).toBe(before);
  });

  it('carries fixes out with --write', async () => {
    await withKey().json('init', '--name', newName());
    await edit({ website: 'example.com' });
    const client = await withKey().connectAssistant('--write');
    const call = caller(client);
    const fixed = await call('lint_file', { file: 'app.json', fix: true });
    expect(fixed.structuredContent?.data.fixed).toEqual(['unparseable-url']);
    await client.close();
    expect(await readFile(join(folder, 'app.json'), 'utf8')).toContain('"https://example.com"');
  });
});

describe('the exit code', () => {
  it('is 3 for a missing role', async () => {
    const { status, body } = await createKey(['org.permission.customer']);
    expect(status).toBe(201);
    const process = apps.start(['install', 'x', '--json'], { API_KEY: body.data.attributes.key });
    const { code, stdout } = await process.finished();
    expect([code, JSON.parse(stdout).errors[0].code]).toEqual([3, 'forbidden']);
  });

  it('is 3 for a wrong key, and 4 where nothing answers', async () => {
    const wrong = await apps.start(['install', 'x', '--json'], { API_KEY: 'wrong' }).finished();
    expect([wrong.code, JSON.parse(wrong.stdout).ok]).toEqual([3, false]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise((resolve) => server.close(resolve));
    const environment = { API_KEY: 'any', BASE_URL: baseUrl };
    const away = await apps.start(['install', 'x', '--json'], environment).finished();
    expect([away.code, JSON.parse(away.stdout).errors[0].code]).toEqual([4, 'unreachable']);
  });
});

it('says on standard error what takes longer than a second', async () => {
  const held: (() => void)[] = [];
  const server = createServer((_request, response) => {
    held.push(() => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = { API_KEY: 'any', BASE_URL: baseUrl };
  const process = apps.start(['uninstall', 'x', '--json'], environment);
  await process.says('Uninstalling the app…', 'stderr');
  for (const release of held) release();
  const { code, stdout } = await process.finished();
  server.close();
  expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, data: { name: 'x' }, errors: [] }]);
});

async function createKey(roles: string[]) {
  const response = await fetch(`${platform.baseUrl}/v1/api-keys`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${developer.apiKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ roles }),
  });
  const body = (await response.json()) as { data: { attributes: { key: string } } };
  return { status: response.status, body };
}
