import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ignoredFiles } from './ignored-files.ts';

const GITIGNORE = '*.log\n!keep.log\n/src/generated/\nout/\n';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-platform-ignored-files-'));
  writeFileSync(join(folder, '.gitignore'), GITIGNORE);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the .gitignore of an app', () => {
  it.each([
    ['src/a.log', true],
    ['src/keep.log', false],
    ['src/generated/a.ts', true],
    ['lib/src/generated/a.ts', false],
    ['src/out/keep.log', true],
    ['src/app.ts', false],
  ])('%s: %s', (path, expected) => {
    expect(ignoredFiles(folder)(path, true)).toBe(expected);
  });

  it('names a folder alone where it ends with a slash', () => {
    expect(ignoredFiles(folder)('src/out', false)).toBe(true);
    expect(ignoredFiles(folder)('src/out', true)).toBe(false);
  });
});

it('packages, output and hidden files are ignored without one', () => {
  const isIgnored = ignoredFiles(join(folder, 'none'));
  const ignored = ['node_modules/a.js', 'dist/a.js', 'src/.a.swp', '.env', 'src/node_modules/a.js'];
  expect(ignored.filter((path) => !isIgnored(path, true))).toEqual([]);
  expect(isIgnored('src/build/a.ts', true)).toBe(false);
});
