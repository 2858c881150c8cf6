import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppsCommandLine } from './apps-command-line.ts';
import { ScaffoldedApps } from './scaffolded-apps.ts';

const templates = ['external-app', 'assistant', 'widget', 'voice'];
let folder: string;
let apps: AppsCommandLine;
let scaffolded: ScaffoldedApps;
const written = new Map<string, AppsCommandLine>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-templates-'));
  const addresses = { baseUrl: 'http://localhost:4000', oauthUrl: 'http://localhost:4001' };
  apps = await AppsCommandLine.unpack(folder, addresses);
  scaffolded = await ScaffoldedApps.prepare(apps);
});
afterAll(async () => {
  RunningProcess.endAll();
  await rm(folder, { recursive: true, force: true });
});

function writtenAs(template: string): AppsCommandLine {
  const found = written.get(template);
  if (!found) throw new Error(`${template} was not written`);
  return found;
}

it('the packed command line stays small with its templates', async () => {
  expect((await stat(apps.tarball)).size).toBeLessThanOrEqual(600_000);
});

describe.each(templates)('apps init --template %s', (template) => {
  it('writes an example whose definition is valid before anything is installed', async () => {
    const name = `my_${template.replace('-', '_')}`;
    written.set(template, await scaffolded.write(template, name));
    const inside = writtenAs(template);
    expect(await inside.json('validate')).toMatchObject({ code: 0, data: { valid: true } });
    const manifest = JSON.parse(await readFile(join(inside.folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: name.replaceAll('_', '-'),
      scripts: { start: expect.any(String), test: expect.any(String) },
    });
    expect(await readFile(join(inside.folder, 'README.md'), 'utf8')).toMatch(/^# My /);
  });

  it('overwrites nothing', async () => {
    const inside = writtenAs(template);
    await rm(join(inside.folder, 'app.json'));
    expect(await inside.json('init', '--template', template)).toMatchObject({
      code: 1,
      errors: [{ code: 'file_exists', detail: expect.stringContaining('src/app.ts') }],
    });
    await expect(stat(join(inside.folder, 'app.json'))).rejects.toThrow('ENOENT');
  });

  it('has right types, and tests that pass', async () => {
    const inside = writtenAs(template);
    // A widget and a voice app need less than an external app.
    if (['external-app', 'assistant'].includes(template)) await scaffolded.install(inside);
    else await scaffolded.share(inside, writtenAs('external-app'));
    expect(await scaffolded.test(inside)).toMatch(/^(# |ℹ )fail 0$/m);
  });
});

it('an unknown template is refused with the names', async () => {
  expect(await apps.json('init', '--template', 'mobile')).toMatchObject({
    code: 2,
    errors: [{ detail: expect.stringContaining('external-app, widget, voice, assistant') }],
  });
});
