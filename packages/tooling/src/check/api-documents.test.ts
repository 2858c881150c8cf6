import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { repositoryFolder } from '../repository.ts';
import { lintApiDocuments } from './tools.ts';

const committed = join(repositoryFolder, 'docs/api/oauth.openapi.json');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-documents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Without what a rule of each linter requires. `npm run check` lints the committed documents. */
it('API documents are refused for what Redocly and Spectral find', async () => {
  const text = await readFile(committed, 'utf8');
  const file = join(folder, 'spoiled.json');
  const spoiled = text
    .replace(/,\s*"security": \[\]/, '')
    .replace(/"description": "The addresses of the endpoints[^"]*",/, '');
  await writeFile(file, spoiled);
  const { ok, output } = await lintApiDocuments([file]);
  expect(ok).toBe(false);
  expect(output).toContain('security-defined');
  expect(output).toContain('operation-description');
});
