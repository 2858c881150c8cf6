import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTestDatabase,
  type TestDatabase,
} from '@app-platform/testing/databases/test-database';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** A server that is not there, and a password that is not to be told. */
const GONE = 'postgresql://somebody:very-secret@127.0.0.1';

let folder: string;
let databases: { registry: TestDatabase; oauth: TestDatabase };
let urls: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-refusals-'));
  databases = {
    registry: await createTestDatabase('registry'),
    oauth: await createTestDatabase('oauth'),
  };
  urls = {
    REGISTRY_DATABASE_URL: databases.registry.url,
    OAUTH_DATABASE_URL: databases.oauth.url,
  };
});
afterAll(async () => {
  RunningProcess.endAll();
  await Promise.all([databases.registry.remove(), databases.oauth.remove()]);
  await rm(folder, { recursive: true, force: true });
});

/** The operator's command line, as it is run: what fails is told in one line, without a stack. */
async function refusal(parameters: string[], environment = urls): Promise<string> {
  const main = 'packages/operator/src/main.ts';
  const { code, stdout, stderr } = await new RunningProcess([main, ...parameters], {
    DATA_DIR: folder,
    ...environment,
  }).finished();
  expect([code, stdout]).toEqual([1, '']);
  const told = stderr.split('\n').filter((line) => line && !/^(PostgreSQL|embedded)/.test(line));
  expect(told).toHaveLength(1);
  return told.join();
}

describe('operator export', () => {
  it('does not overwrite an existing file', async () => {
    const file = join(folder, 'there');
    await writeFile(file, 'kept');
    expect(await refusal(['export', file])).toBe(`${file} already exists. Name a new file.`);
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  it('names the folder that is not there', async () => {
    const told = await refusal(['export', join(folder, 'missing/file')]);
    expect(told).toContain(`The folder ${join(folder, 'missing')} does not exist.`);
  });
});

it.each(['export', 'import'])('operator %s tells which database does not answer', async (verb) => {
  const port = await freePort();
  for (const service of ['registry', 'oauth']) {
    const variable = `${service.toUpperCase()}_DATABASE_URL`;
    const environment = { ...urls, [variable]: `${GONE}:${port}/gone` };
    expect(await refusal([verb, join(folder, 'none')], environment)).toBe(
      `The ${service} database 'gone' at 127.0.0.1:${port} does not answer; check ${variable}.`,
    );
  }
  expect(await readdir(folder)).not.toContain('none');
});
