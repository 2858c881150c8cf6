import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

type Sample = { lang: string; source: string };
type Document = { paths: Record<string, Record<string, { 'x-codeSamples': Sample[] }>> };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-code-samples-'));
});
afterAll(async () => {
  RunningProcess.endAll();
  await rm(folder, { recursive: true, force: true });
});

async function samplesOf(service: string): Promise<Sample[]> {
  const file = join(repositoryFolder, `docs/api/${service}.openapi.json`);
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as Document;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap((operation) => operation['x-codeSamples']);
}

it('every snippet in TypeScript compiles', async () => {
  const samples = [...(await samplesOf('registry')), ...(await samplesOf('oauth'))];
  const snippets = samples.filter(({ lang }) => lang === 'TypeScript');
  expect(snippets.length).toBeGreaterThan(60);
  const client = join(repositoryFolder, 'packages/client/src/index.ts');
  const files = await Promise.all(
    snippets.map(async ({ source }, index) => {
      const file = join(folder, `snippet-${index}.mts`);
      const text = source.replace("'@app-platform/client'", `'${client}'`);
      await writeFile(file, `${text}\nexport {};\n`);
      return file;
    }),
  );
  const { code, stdout } = await new RunningProcess([
    join(repositoryFolder, 'node_modules/typescript/bin/tsc'),
    ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions'],
    ...['--skipLibCheck', '--ignoreConfig', '--types', 'node', '--target', 'es2024'],
    ...['--module', 'nodenext', ...files],
  ]).finished();
  expect([code, stdout.trim()]).toEqual([0, '']);
});
