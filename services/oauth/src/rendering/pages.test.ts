import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { texts } from './page-texts.ts';

const folder = join(import.meta.dirname, 'views');
const templates = new Map<string, string>();

beforeAll(async () => {
  for (const name of await readdir(folder)) {
    templates.set(name, await readFile(join(folder, name), 'utf8'));
  }
});

it('templates name no text that does not exist', () => {
  const missing = [...templates].flatMap(([name, template]) =>
    [...template.matchAll(/\bit\.texts((?:\.\w+)+)/g)]
      .map(([, path = '']) => path.slice(1).split('.'))
      .filter((path) => valueAt(path) === undefined)
      .map((path) => `${name}: ${path.join('.')}`),
  );
  expect(missing).toEqual([]);
});

function valueAt(path: string[]): unknown {
  return path.reduce<unknown>((value, key) => Object(value)[key], texts);
}

it('templates hold no sentence: page-texts.ts has them all', () => {
  const sentences = [...templates].flatMap(([name, template]) =>
    template
      .replaceAll(/<%.*?%>/gs, '')
      .replaceAll(/<[^>]*>/g, '\n')
      .split('\n')
      .filter((line) => /\w/.test(line))
      .map((line) => `${name}: ${line}`),
  );
  expect(sentences).toEqual([]);
});

it('templates write nothing unescaped but other templates', () => {
  const raw = [...templates.values()].flatMap((template) => template.match(/<%~.*?%>/gs) ?? []);
  const others = raw.filter((tag) => !/^<%~ (it\.body|include\('\.\/[\w-]+', .+\)) %>$/.test(tag));
  expect(others).toEqual([]);
});
