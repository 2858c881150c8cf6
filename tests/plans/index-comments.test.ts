import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { statementsOf } from '@app-platform/testing/statements/statements-of';
import { expect, it } from '@jest/globals';

/** What is said right above each index, or above the first of a row of indexes. */
function commentsOf(schema: string): { index: string; comment: string }[] {
  const lines = schema.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (!/^@@(index|unique)\(/.test(line)) return [];
    const before = lines.slice(0, at);
    const end = before.findLastIndex((one) => !one.startsWith('@@index')) + 1;
    const start = before.slice(0, end).findLastIndex((one) => !one.startsWith('///')) + 1;
    return [{ index: line, comment: before.slice(start, end).join(' ') }];
  });
}

it.each([
  ['registry', ['@app-platform/registry/database']],
  ['oauth', ['@app-platform/oauth/server', '@app-platform/oauth/testing']],
])('each index of %s says in the schema which statement needs it', async (service, modules) => {
  const file = join(repositoryFolder, `prisma/${service}/schema.prisma`);
  const comments = commentsOf(await readFile(file, 'utf8'));
  expect(comments.length).toBeGreaterThan(10);
  expect(comments.filter(({ comment }) => !comment.includes('For '))).toEqual([]);
  const named = comments.flatMap(({ comment }) =>
    [...comment.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, name]) => name),
  );
  const statements = await statementsOf(...modules.map((path) => import.meta.resolve(path)));
  const known = statements.map(({ name }) => name);
  expect(named.filter((name) => !known.some((one) => one === name))).toEqual([]);
});
