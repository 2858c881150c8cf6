import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { buildRuleList, ruleListFile } from './rule-list.ts';

let repository: string;
beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'app-platform-rules-'));
});
afterEach(() => rm(repository, { recursive: true, force: true }));

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(repository, path)), { recursive: true });
  await writeFile(join(repository, path), content);
}

function writeRules(file: string, ...names: string[]): Promise<void> {
  const rules = names.map((name) => `export const ${name}: Rule = {\n};\n`);
  return write(`packages/app-definition/src/rules/${file}`, rules.join('\n'));
}

it('keeps the order of known rules, appends new ones and drops those that are gone', async () => {
  await writeRules('a.ts', 'newest', 'first');
  await writeRules('b.ts', 'second');
  await writeRules('b.test.ts', 'ofTest');
  await write('packages/app-definition/src/rules/reader.ts', 'export const reader = /x/;\n');
  await write(
    ruleListFile,
    'export const ruleList: readonly Rule[] = [\n  second,\n  gone,\n  first,\n];\n',
  );
  const list = await buildRuleList(repository);
  expect(list).toContain(`import { first, newest } from './a.ts';
import { second } from './b.ts';
`);
  expect(list).toContain('= [\n  second,\n  first,\n  newest,\n];');
  expect(list).not.toContain('reader');
  expect(list).not.toContain('ofTest');

  await write(ruleListFile, list);
  expect(await buildRuleList(repository)).toBe(list);
});
