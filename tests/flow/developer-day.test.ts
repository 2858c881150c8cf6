import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { AppsCommandLine } from './apps-command-line.ts';
import { runPipeline } from './pipeline.ts';

const APP = 'loyalty';
const WIDGET = 'orders_widget';
let folder: string;
let platform: Platform;
let developer: ExternalApp;
let apps: AppsCommandLine;
let name: string;
let clientId: string;
let clientSecret: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-developer-day-'));
  platform = await startPlatform({
    firstPartyRedirectUris: { cli: ['http://127.0.0.1/callback'] },
  });
  developer = await newExternalApp(platform, { userRoles: ['org.admin', 'org.permission'] });
  apps = await AppsCommandLine.unpack(folder, platform);
  name = `${APP}_${developer.organizationId}`;
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

/** Changes the definition as a developer does, in an editor. */
async function edit(change: object): Promise<void> {
  const path = join(folder, 'app.json');
  const definition = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, `${JSON.stringify({ ...definition, ...change }, null, 2)}\n`);
}

const customerAttribute = (attribute: string) => ({
  klasses: [
    {
      name: 'customer',
      metadata: {
        standard: true,
        properties: { [attribute]: { displayName: 'Points', example: '120' } },
      },
    },
  ],
});

async function attributes(): Promise<string> {
  const response = await fetch(`${platform.baseUrl}/v1/apps/metadata/customer`, {
    headers: { authorization: `Bearer ${developer.apiKey}` },
  });
  return response.text();
}

describe('the first day of a developer', () => {
  it('begins with a sign-in by a browser elsewhere, and a definition', async () => {
    expect(await apps.signInByDevice(developer.email, 'allow')).toMatchObject({ code: 0 });
    expect(await apps.text('init', '--name', APP)).toContain('Wrote app.json');
    expect(await apps.text('validate', '--remote')).toContain('app.json is valid');
  });

  it('has mistakes, each with its line and what to write instead', async () => {
    await edit({ iconURL: 'https://example.com/icon.png', version: '1' });
    const { code, errors } = await apps.json('validate');
    expect(code).toBe(1);
    expect(errors).toMatchObject([
      { pointer: '/iconURL', line: 7, detail: expect.stringContaining('`iconUrl`') },
      { pointer: '/version', line: 4 },
    ]);
    const text = await readFile(join(folder, 'app.json'), 'utf8');
    await writeFile(join(folder, 'app.json'), text.replace('iconURL', 'iconUrl'));
    await edit({ version: '0.0.1', ...customerAttribute('pointsNum') });
    expect(await apps.json('validate')).toMatchObject({ code: 0, data: { valid: true } });
  });

  it('tries drafts, which use up no version, until it is right', async () => {
    await edit(customerAttribute('pointsBool'));
    const dev = apps.start(['dev']);
    await dev.says(`Installed the draft of ${name}`);
    expect(await attributes()).toMatch(/PointsBool/);
    await edit({ version: '1' });
    await dev.says('app.json cannot be registered');
    const before = dev.stdout.length;
    await edit({ version: '0.0.1', ...customerAttribute('pointsNum') });
    while (!dev.stdout.slice(before).includes('Installed the draft')) {
      await once(dev.child.stdout as NodeJS.ReadableStream, 'data');
    }
    expect(await attributes()).toMatch(/PointsNum/);
    await dev.stop('SIGINT');
    expect(await apps.json('dev', '--once')).toMatchObject({ code: 0, data: { name } });
    expect(await apps.json('uninstall', APP)).toMatchObject({ code: 0 });
  });

  it('registers and installs, and the attribute appears', async () => {
    expect(await apps.json('register')).toMatchObject({ code: 0, data: { id: `${name}-0.0.1` } });
    expect(await apps.text('install', APP)).toBe(`Installed ${name} 0.0.1.\n`);
    expect(await attributes()).toMatch(/PointsNum/);
  });

  it('learns how large an increment a change needs, before a pipeline registers it', async () => {
    await edit({ version: '0.0.2', ...customerAttribute('levelStr') });
    const { code, data } = await apps.json('validate', '--remote');
    expect([code, data.version.highest]).toEqual([0, '0.0.1']);
    expect(data.version.smallestIncrement).not.toBe('patch');
    await edit({ version: data.version.suggested });
    const variables = { BASE_URL: platform.baseUrl, API_KEY: developer.apiKey };
    expect(await runPipeline(folder, apps.tarball, variables)).toContain('Register the version');
    expect(JSON.parse(await readFile(join(folder, 'apps.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
    });
    const compared = await apps.json('diff', APP);
    expect(compared.data).toMatchObject({ from: '0.0.1', to: data.version.suggested });
    expect(compared.data.changes.length).toBeGreaterThan(0);
  });

  it('plans an upgrade, upgrades exactly as planned, and takes the upgrade back', async () => {
    const { id, attributes: planned } = (await apps.json('plan', APP)).data;
    expect(planned).toMatchObject({ app: name, from: '0.0.1', problems: [] });
    expect(planned.attributes).toMatchObject([
      { klass: 'customer', change: 'added', name: expect.stringContaining('LevelStr') },
      { klass: 'customer', change: 'removed', name: expect.stringContaining('PointsNum') },
    ]);
    expect(await apps.text('plan', APP)).toContain(`apps install ${name}-${planned.to} --plan`);
    expect(await apps.json('uninstall', APP, '--plan', id)).toMatchObject({
      code: 1,
      errors: [{ code: 'plan_outdated' }],
    });
    await apps.text('install', `${APP}-${planned.to}`, '--plan', id);
    expect(await attributes()).toMatch(/LevelStr/);
    expect(await apps.text('rollback', APP)).toBe(`Rolled back to ${name} 0.0.1.\n`);
    expect(await apps.json('rollback', APP)).toMatchObject({ code: 0 });
    expect(await apps.json('rollback', APP)).toMatchObject({
      data: { attributes: { version: '0.0.1' } },
    });
  });

  it('uninstalls, and takes the uninstallation back', async () => {
    const { id } = (await apps.json('plan', APP, '--uninstall')).data;
    expect(await apps.text('uninstall', APP, '--plan', id)).toContain(`apps restore ${APP}`);
    expect(await apps.json('rollback', APP)).toMatchObject({ code: 1, ok: false });
    expect(await apps.text('restore', APP)).toBe(`Restored ${name} 0.0.1.\n`);
    expect(await apps.json('restore', APP)).toMatchObject({ code: 1, ok: false });
  });

  it('advises against a version, and refuses its installation', async () => {
    const highest = (await apps.json('diff', APP)).data.to;
    const id = `${APP}-${highest}`;
    expect(await apps.text('yank', id, '--reason', 'It loses points.')).toContain(
      'is yanked. Organizations that keep it: 0.',
    );
    expect(await apps.json('install', id)).toMatchObject({
      code: 1,
      errors: [{ detail: expect.stringContaining('It loses points.') }],
    });
    const deprecated = await apps.json('deprecate', `${APP}-0.0.1`, '--message', 'It is old.');
    expect(deprecated).toMatchObject({ code: 0 });
  });

  it('gets a new secret', async () => {
    const { data } = await apps.json('secret', 'rotate', APP, '--overlap', '60');
    ({ clientId, clientSecret } = data);
    expect(clientSecret).toEqual(expect.any(String));
  });

  it('follows the log: what is kept, and what happens', async () => {
    const kept = await apps.text('logs', APP);
    expect(kept).toMatch(/^\S+Z {2}audit event {7}app_version\.registered/m);
    expect(kept).toMatch(/^\S+Z {2}installation {6}app\.installed: version 0\.0\.1/m);
    const following = apps.start(['logs', APP, '--follow', '--json']);
    await following.says('client_secret.generated');
    await fetch(`${platform.oauthUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'unknown',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    await following.says('"error":"invalid_grant"');
    await apps.text('uninstall', APP);
    await following.says('"eventType":"app.uninstalled"');
    const { stdout } = await following.stop('SIGINT');
    for (const line of stdout.trimEnd().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({
        ok: true,
        data: { type: expect.any(String), attributes: { at: expect.any(String) } },
        errors: [],
      });
    }
  });

  it('begins a public app from a template, and gives it to another organization', async () => {
    const inside = apps.in(join(folder, 'widget'));
    await mkdir(inside.folder);
    await inside.text('init', '--template', 'widget', '--name', WIDGET);
    const path = join(inside.folder, 'app.json');
    const definition = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...definition, visibility: 'public' }));
    expect(await inside.json('validate')).toMatchObject({ code: 0 });
    expect(await inside.json('register')).toMatchObject({
      code: 0,
      data: { id: `${WIDGET}-0.0.1` },
    });
    const other = await newExternalApp(platform, { userRoles: ['org.admin'] });
    const taking = inside.withApiKey(other.apiKey);
    await inside.text('transfer', WIDGET, '--to', other.organizationId);
    expect(await taking.json('transfer', WIDGET, '--accept')).toMatchObject({ code: 0 });
    expect(await taking.text('logs', WIDGET)).toContain('app.transfer_accepted');
    expect(await inside.json('logs', WIDGET)).toMatchObject({
      code: 1,
      errors: [{ code: 'not_found' }],
    });
  });

  it('ends with a sign-out', async () => {
    expect(await apps.json('logout')).toMatchObject({ code: 0 });
    expect(await apps.json('install', APP)).toMatchObject({ code: 3 });
  });
});
