import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '@app-platform/testing/http/browser';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { AppsCommandLine } from './apps-command-line.ts';
import { ScaffoldedApps } from './scaffolded-apps.ts';

const { PATH = '' } = process.env;
let folder: string;
let platform: Platform;
let developer: ExternalApp;
let inside: AppsCommandLine;
let dev: RunningProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-dev-session-'));
  platform = await startPlatform();
  developer = await newExternalApp(platform, { userRoles: ['org.admin', 'org.permission'] });
  const apps = (await AppsCommandLine.unpack(folder, platform)).withApiKey(developer.apiKey);
  const scaffolded = await ScaffoldedApps.prepare(apps);
  inside = await scaffolded.write('external-app', 'points');
  await scaffolded.install(inside);
  dev = inside.start(['dev', '--json'], { PATH });
  await dev.says('Listening at');
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

const events = () =>
  dev.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).data);

/** Empty while nothing answers. */
async function pageOf(url: string): Promise<string> {
  const answer = await fetch(url).catch(() => undefined);
  return answer ? answer.text() : '';
}

function address(): string {
  return events().find(({ event }) => event === 'start').address;
}

describe('apps dev', () => {
  it('installs the draft, and runs the app on a free port', async () => {
    expect(events()[0]).toMatchObject({ name: expect.stringContaining('points') });
    expect(await (await fetch(address())).text()).toContain('/sign-in');
  });

  it('signs a user of the organization in', async () => {
    const browser = new Browser({ alsoOn: [address(), platform.oauthUrl] });
    const page = await browser.open(`${address()}/sign-in`, address());
    const consent = await browser.submit(page, { email: developer.email, password: PASSWORD });
    const arrived = await browser.submit(consent, { decision: 'allow' });
    expect(arrived.html).toContain('points');
  });

  it('forwards what happens to the app, signed', async () => {
    await inside.json('uninstall', 'points');
    await dev.says('"type":"app.uninstalled","status":204');
    await dev.says('Received app.uninstalled');
  });

  it('starts the app again after a change', async () => {
    const path = join(inside.folder, 'src/app.ts');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Sign in<', 'Log in<'));
    await dev.says('"event":"restart"');
    expect(events().find(({ event }) => event === 'restart')).toMatchObject({ file: 'src/app.ts' });
    await until('the changed app answers', 20_000, async () =>
      (await pageOf(address())).includes('Log in<'),
    );
  });

  it('does not start the app again after a change of a file that .gitignore names', async () => {
    await writeFile(join(inside.folder, 'src/app.log'), 'a line');
    const path = join(inside.folder, 'src/app.ts');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Log in<', 'Begin<'));
    await until('the changed app answers', 20_000, async () =>
      (await pageOf(address())).includes('Begin<'),
    );
    const files = events().flatMap(({ event, file }) => (event === 'restart' ? [file] : []));
    expect(files).toEqual(['src/app.ts', 'src/app.ts']);
  });

  it('goes on after a package.json that cannot be read', async () => {
    const path = join(inside.folder, 'package.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, -20));
    await dev.says('"code":"invalid_package"');
    const repaired = JSON.parse(text);
    repaired.scripts.start = `echo Repaired. && ${repaired.scripts.start}`;
    await writeFile(path, JSON.stringify(repaired));
    await until('the repaired script runs', 20_000, () =>
      dev.stdout.includes('"line":"Repaired."'),
    );
    await until('the app answers', 20_000, async () =>
      (await pageOf(address())).includes('Begin<'),
    );
  });

  it('ends the app with Ctrl-C', async () => {
    await dev.stop('SIGINT');
    await expect(fetch(address())).rejects.toThrow('fetch failed');
  });

  it('ends with the app where the registry refuses its credential from now on', async () => {
    const created = await inside.json(
      'keys',
      'create',
      '--name',
      'dev',
      '--role',
      'org.admin.apps',
    );
    dev = inside.withApiKey(created.data.key).start(['dev', '--json'], { PATH });
    await dev.says('Listening at');
    await inside.text('keys', 'revoke', created.data.id);
    expect(await dev.finished()).toMatchObject({ code: 3 });
    expect(dev.stdout.trim().split('\n').at(-1)).toContain('"ok":false');
    await expect(fetch(address())).rejects.toThrow('fetch failed');
  });
});
