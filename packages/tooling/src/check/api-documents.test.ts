import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryFolder } from '../repository.ts';
import { lintApiDocuments } from './tools.ts';

const committed = join(repositoryFolder, 'docs/api/oauth.openapi.json');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-documents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the API documents', () => {
  it('pass the recommended rules of both linters', async () => {
    expect(await lintApiDocuments()).toEqual({ ok: true, output: '' });
  });

  it.each([
    ['Redocly', 'security-defined', /,\s*"security": \[\]/],
    ['Spectral', 'operation-description', /"description": "The addresses of the endpoints[^"]*",/],
  ])('are refused for what %s calls %s', async (_linter, rule, part) => {
    const text = await readFile(committed, 'utf8');
    const file = join(folder, 'spoiled.json');
    await writeFile(file, text.replace(part, ''));
    const { ok, output } = await lintApiDocuments([file]);
    expect([ok, output]).toEqual([false, expect.stringContaining(rule)]);
  });
});
