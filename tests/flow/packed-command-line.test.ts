import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppsCommandLine } from './apps-command-line.ts';

const run = promisify(execFile);

/** A user that no system has. */
const UNKNOWN = 54_321;

let folder: string;
let apps: AppsCommandLine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-packed-command-line-'));
  const nowhere = 'http://127.0.0.1:1';
  apps = await AppsCommandLine.unpack(folder, { baseUrl: nowhere, oauthUrl: nowhere });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the packed command line starts, and keeps compiled code nowhere', () => {
  const isRoot = process.getuid?.() === 0;

  it.each([
    ['with an empty HOME and a relative XDG_CACHE_HOME', { HOME: '', XDG_CACHE_HOME: 'cache' }, {}],
    ['for a user without a home', {}, isRoot ? { uid: UNKNOWN, gid: UNKNOWN } : {}],
  ])('%s', async (_case, environment, user) => {
    await chmod(folder, 0o755);
    const place = join(folder, 'empty');
    await rm(place, { recursive: true, force: true });
    await mkdir(place);
    // The user may not read the Node.js of the repository.
    const node = join(folder, 'node');
    await cp(process.execPath, node);
    const { stdout } = await run(node, [apps.program, '--version'], {
      cwd: place,
      env: environment,
      ...user,
    });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await readdir(place)).toEqual([]);
  });
});
