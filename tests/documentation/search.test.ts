import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
} from '../../services/registry/testing/start-registry.ts';

const document = await readFile(join(import.meta.dirname, '../../docs/search.md'), 'utf8');

/** The rows of the table that begins with a column. */
function tableOf(column: string): string[][] {
  const lines = document.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`| ${column} |`)) + 2;
  const end = lines.findIndex((line, index) => index >= first && !line.startsWith('|'));
  return lines.slice(first, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const words = (cell = '') => (cell === '' ? [] : cell.split(', '));
const queries = tableOf('`q`').map(([q = '', found]) => ({
  q: q.slice(1, -1),
  found: words(found),
}));

let registry: RunningRegistry;
let caller: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  caller = await registry.newCaller();
  for (const [app, title, tags, developer, description] of tableOf('app')) {
    const appDetails = { appDeveloper: { name: developer } };
    await caller.register({ app, title, tags: words(tags), description, appDetails });
  }
});
afterAll(() => registry.close());

async function search(q: string, size: number): Promise<string[]> {
  const names: string[] = [];
  let after = '';
  while (true) {
    const path = `/v1/apps/available?q=${encodeURIComponent(q)}&page[size]=${size}${after}`;
    const { body } = await caller.get(path).expect(200);
    type Listed = { attributes: { name: string } };
    names.push(...body.data.map(({ attributes }: Listed) => attributes.name));
    if (body.meta.page.after === null) return names;
    after = `&page[after]=${body.meta.page.after}`;
  }
}

describe('the ranking in docs/search.md', () => {
  it('has 21 queries', () => expect(queries).toHaveLength(21));

  it.each(queries)('$q', async ({ q, found }) => {
    expect(await search(q, 100)).toEqual(found);
  });

  it.each(queries.slice(0, 16))('$q, page by page', async ({ q, found }) => {
    expect(await search(q, 1)).toEqual(found);
  });
});
