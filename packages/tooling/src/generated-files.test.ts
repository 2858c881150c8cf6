import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { generatedFiles, generatedFilesAgree } from './generated-files.ts';

const files = ['one.json', 'two.json'].map((file) => ({ file, build: async () => `"${file}"` }));

let repository: string;
beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'app-platform-generated-'));
  for (const { file, build } of files) await writeFile(join(repository, file), await build());
});
afterEach(() => rm(repository, { recursive: true, force: true }));

describe('generated files', () => {
  it('are accepted when they are current', async () => {
    expect(await generatedFilesAgree(repository, files)).toEqual({ ok: true, output: '' });
  });

  it.each<[string, (file: string) => Promise<unknown>]>([
    ['one is older', (file) => writeFile(file, '{}')],
    ['one is missing', (file) => rm(file)],
  ])('are refused when %s', async (_fault, spoil) => {
    await spoil(join(repository, 'one.json'));
    const { ok, output } = await generatedFilesAgree(repository, files);
    expect([ok, output]).toEqual([false, 'one.json is stale. Run: npm run generate']);
  });

  // `npm run check` compares each of them.
  it('are documents, pages and diagrams', async () => {
    const names = (await generatedFiles()).map(({ file }) => file);
    for (const expected of [
      'docs/api/registry.openapi.json',
      'docs/api/oauth.internal.json',
      'docs/lint/README.md',
      'docs/architecture.md',
    ]) {
      expect(names).toContain(expected);
    }
    expect(new Set(names).size).toBe(names.length);
  });
});
