import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { describe, expect, it } from '@jest/globals';

const SPECIFICATIONS = [9700, 6749, 7636, 8628, 9126, 9449, 7009, 7662, 8414, 9068, 9207];
const text = readFileSync(join(repositoryFolder, 'docs/threat-model.md'), 'utf8');

type Row = { section: string; name: string; tests: string[] };

/** The rows of every table whose last column names tests. */
function rowsOf(markdown: string): Row[] {
  return markdown.split(/^##+ /m).flatMap((section) => {
    const [title = ''] = section.split('\n', 1);
    const lines = section.split('\n').filter((line) => line.startsWith('|'));
    if (!lines[0]?.endsWith('| test |')) return [];
    return lines.slice(2).map((line) => {
      const cells = line.split('|').slice(1, -1);
      const tests = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return { section: title, name: (cells[0] ?? '').trim(), tests };
    });
  });
}

/** Whether a test file has the name, or a folder of the name holds some. */
function isTest(name: string): boolean {
  const path = join(repositoryFolder, name.includes('/') ? name : `tests/security/${name}`);
  if (['test', 'browser'].some((kind) => existsSync(`${path}.${kind}.ts`))) return true;
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  return isFolder && readdirSync(path).some((file) => file.endsWith('.test.ts'));
}

const rows = rowsOf(text);
const isCommand = (name: string) => name.startsWith('npm run ');

describe('the threat model', () => {
  it.each(SPECIFICATIONS)('has a table of RFC %i, with a test in every row', (number) => {
    const own = rows.filter(({ section }) => section.startsWith(`RFC ${number},`));
    expect(own.length).toBeGreaterThan(1);
    expect(own.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it('has a test in every row, and no row twice', () => {
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
    const names = rows.map(({ section, name }) => `${section}: ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('names only tests that exist', () => {
    const named = rows.flatMap(({ tests }) => tests);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((name) => !isCommand(name) && !isTest(name))).toEqual([]);
  });
});
