import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Browser } from '@app-platform/testing/http/browser';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
let folder: string;
let environment: Record<string, string>;
let started: RunningProcess;

/** What `npm start` runs once everything is installed. */
function start(): RunningProcess {
  return new RunningProcess(['packages/tooling/src/start.ts'], environment);
}

/** Pastes printed commands into a shell, after others that set its variables. */
async function paste(commands: string): Promise<string> {
  const path = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
  const { stdout } = await run('sh', ['-c', commands], { env: { PATH: path }, cwd: folder });
  return stdout.trim();
}

/** The printed commands: before the browser, and after it. */
function printed(): { before: string; after: string; email: string; password: string } {
  const text = (pattern: RegExp) => pattern.exec(started.stdout)?.[1] ?? '';
  return {
    before: text(/^(export BASE_URL[\s\S]*?)(?=^2\. )/m),
    after: text(/^(# Exchange the code[\s\S]*?)(?=^Data and logs)/m),
    email: text(/Sign in as (\S+)/),
    password: text(/the password (\S+) and/),
  };
}

async function operator(...parameters: string[]) {
  return new RunningProcess(
    ['packages/operator/src/main.ts', ...parameters],
    environment,
  ).finished();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-start-'));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await copyFile(join(repositoryFolder, 'tests/flow/curl.mjs'), join(folder, 'curl.mjs'));
  await chmod(join(folder, 'curl.mjs'), 0o755);
  await symlink(join(folder, 'curl.mjs'), join(bin, 'curl'));
  environment = {
    DATA_DIR: join(folder, 'data'),
    REGISTRY_PORT: String(await freePort()),
    REGISTRY_INTERNAL_PORT: String(await freePort()),
    OAUTH_PORT: String(await freePort()),
    OAUTH_INTERNAL_PORT: String(await freePort()),
    TUTORIAL_PORT: String(await freePort()),
  };
  started = start();
  await started.says('Ctrl-C');
  // The first start creates two databases.
});
afterAll(async () => {
  await started.stop();
  RunningProcess.endAll();
  await rm(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  it('prints a tutorial that works: from registering an app to a refresh that fails after its uninstallation', async () => {
    const { before, after, email, password } = printed();
    const [registered = '', read = '', attributes = '', installed = '', secret = '', address = ''] =
      (await paste(before)).split('\n');
    expect(JSON.parse(registered).data.attributes.title).toBe('Loyalty points');
    expect(JSON.parse(read).data).toEqual(JSON.parse(registered).data);
    expect(attributes).toMatch(/"@[a-z][a-z0-9]{7}PointsNum"/);
    expect(JSON.parse(installed).data.type).toBe('installed_app');
    const { clientId, clientSecret } = JSON.parse(secret).data.attributes;

    const browser = new Browser();
    const signIn = await browser.open(address, address);
    const consent = await browser.submit(signIn, { email, password });
    const arrived = await browser.submit(consent, { decision: 'allow' });
    const code = await (await fetch(arrived.url)).text();
    // Browsers ask for it, and note an error where it is refused.
    expect((await fetch(new URL('/favicon.ico', arrived.url))).status).toBe(204);
    const variables = [
      before.split('\n').filter((line) => /^export (BASE_URL|API_KEY)/.test(line)),
      `export CLIENT_ID=${clientId} CLIENT_SECRET=${clientSecret}`,
      /export CODE=\S+/.exec(code)?.[0],
    ].flat();
    const lines = (await paste([...variables, after].join('\n'))).split('\n');
    const [tokens = '', me = '', refreshed = '', , refused = ''] = lines;
    expect(JSON.parse(tokens)).toMatchObject({ token_type: 'bearer', expires_in: 86_400 });
    expect(JSON.parse(me).data.type).toBe('access_token');
    expect(JSON.parse(refreshed).refresh_token).not.toBe(JSON.parse(tokens).refresh_token);
    expect(JSON.parse(refused).error).toBe('invalid_client');
  });

  it("answers the operator's command line, as its contract says", async () => {
    const organization = await operator('organization', 'create', '--name', 'Acme', '--json');
    expect(organization.stderr).toBe('');
    const { id, ...rest } = JSON.parse(organization.stdout);
    expect([id.length, rest]).toEqual([24, { name: 'Acme' }]);
    const roles = ['--role', 'org.admin.apps', '--role', 'org.permission.apps'];
    const created = await operator('api-key', 'create', '--organization', id, ...roles, '--json');
    const { key } = JSON.parse(created.stdout);
    const me = await fetch(`http://localhost:${environment.REGISTRY_PORT}/v1/me`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await me.json()).toMatchObject({ data: { attributes: { organizationId: id } } });
    const definition = { app: 'tagged', version: '0.0.1', title: 'Tagged' };
    await fetch(`http://localhost:${environment.REGISTRY_PORT}/v1/apps/available`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(definition),
    });
    const user = ['--email', 'a@b.example', '--password', 'long enough', '--role', 'org.admin'];
    const made = await operator('user', 'create', '--organization', id, ...user, '--json');
    expect(JSON.parse(made.stdout)).toEqual({ id: expect.any(String) });
    const tagged = await operator('app', 'tag', 'tagged', '--add', 'featured', '--json');
    expect(JSON.parse(tagged.stdout)).toEqual({ name: 'tagged', tags: ['featured'] });
  });

  it('tells the operator what is wrong, on standard error, and exits with 1', async () => {
    const refused = await operator('app', 'tag', 'nothing', '--add', 'featured', '--json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain("There is no app 'nothing'");
    const wrong = await operator('app', 'tag', 'nothing', '--add', 'popular');
    expect(wrong.stderr).toContain('built-by-service, featured');
    const somebody = ['--organization', 'a'.repeat(24), '--email', 'x@y.example', '--role', 'org'];
    const without = await operator('user', 'create', ...somebody);
    expect([without.code, without.stderr]).toEqual([
      1,
      expect.stringContaining("'password' or 'upstreamSubject' is required"),
    ]);
    const upstream = await operator('user', 'create', ...somebody, '--upstream-subject', 'x');
    expect(upstream.stderr).toContain('No upstream provider is configured');
  });

  it('lets the command line of app developers sign in', async () => {
    const address = new URL(`http://localhost:${environment.OAUTH_PORT}/oauth/authorize`);
    address.search = new URLSearchParams({
      client_id: 'cli',
      redirect_uri: 'http://127.0.0.1:54321/callback',
      response_type: 'code',
      scope: 'org.admin.apps offline_access',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    }).toString();
    const page = await new Browser().open(address.href, address.href);
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('name="password"')]);
  });

  it('refuses to run twice on one data folder, and says what to do', async () => {
    const second = await start().finished();
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/in use|is taken/);
  });

  it.each<[string, string[]]>([
    ['migrate', ['packages/tooling/src/migrate.ts']],
    ['operator import', ['packages/operator/src/main.ts', 'import', 'any.export']],
  ])('keeps %s off its databases while it runs', async (_command, parameters) => {
    const dataFolder = environment.DATA_DIR;
    const { code, stderr } = await new RunningProcess(parameters, {
      ...environment,
      REGISTRY_DATABASE_URL: `pglite:${dataFolder}/registry`,
      OAUTH_DATABASE_URL: `pglite:${dataFolder}/oauth`,
    }).finished();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\S+ is in use by process \d+\. Stop that one[^\n]*\n$/);
    expect(stderr).toContain(`${dataFolder} is`);
    const unnamed = await new RunningProcess(
      ['packages/tooling/src/migrate.ts'],
      environment,
    ).finished();
    expect([unnamed.code, unnamed.stderr]).toEqual([1, stderr]);
  });

  it('keeps everything over a restart, and its commands work again', async () => {
    await started.stop();
    started = start();
    await started.says('Ctrl-C');
    const [registered = ''] = (await paste(printed().before)).split('\n');
    expect(JSON.parse(registered).data.attributes.version).toBe('0.0.2');
  });

  it('ends, and says so, when a service dies', async () => {
    const { stdout } = await run('pgrep', ['-P', String(started.child.pid), '-f', 'registry/src']);
    process.kill(Number(stdout), 'SIGKILL');
    const { code, stderr } = await started.finished();
    expect([code, stderr]).toEqual([1, expect.stringContaining('The registry service ended')]);
  });
});
