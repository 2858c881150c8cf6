import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generatedFiles } from '../generated-files.ts';
import { generatedFilesAgree } from './generated.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'app-platform-generated-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** A repository with all generated files, one of which was then changed. */
async function repositoryWith(spoil: (file: string) => Promise<unknown>) {
  const repository = await mkdtemp(join(parent, 'repository-'));
  const files = await generatedFiles();
  for (const { file, build } of files) {
    await mkdir(dirname(join(repository, file)), { recursive: true });
    await writeFile(join(repository, file), await build());
  }
  const [first = ''] = files.map(({ file }) => file);
  await spoil(join(repository, first));
  return { repository, first };
}

describe('generated files', () => {
  it('are accepted when they are current', async () => {
    const { repository } = await repositoryWith(async () => undefined);
    expect(await generatedFilesAgree(repository)).toEqual({ ok: true, output: '' });
  });

  it.each<[string, (file: string) => Promise<unknown>]>([
    ['one is older', (file) => writeFile(file, '{}')],
    ['one is missing', (file) => rm(file)],
  ])('are refused when %s', async (_fault, spoil) => {
    const { repository, first } = await repositoryWith(spoil);
    const { ok, output } = await generatedFilesAgree(repository);
    expect([ok, output]).toEqual([false, `${first} is stale. Run: npm run generate`]);
  });

  it('are not reported as stale when one cannot be read', async () => {
    const { repository, first } = await repositoryWith(async (file) => {
      await rm(file);
      await mkdir(file);
    });
    await expect(generatedFilesAgree(repository)).rejects.toThrow(
      `${join(repository, first)} is there, and cannot be read`,
    );
  });
});
