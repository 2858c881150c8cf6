import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent } from '@app-platform/runtime/read-if-present';
import { repositoryFolder } from './repository.ts';

const RULES = 'packages/app-definition/src/rules';

/** The list of all rules, from the top of the repository. */
export const ruleListFile = 'packages/app-definition/src/rules/rule-list.ts';

/**
 * Lists every `export const name: Rule` of the folder of rules. Known rules keep their order, which is
 * that of the index in the documentation and of the checks; new ones come last.
 */
export async function buildRuleList(repository = repositoryFolder): Promise<string> {
  const folder = join(repository, RULES);
  const moduleOf = new Map<string, string>();
  const modules = (await readdir(folder)).flatMap((file) => /^([^.]+)\.ts$/.exec(file)?.[1] ?? []);
  for (const name of modules.sort()) {
    const source = await readFile(join(folder, `${name}.ts`), 'utf8');
    for (const [, rule = ''] of source.matchAll(/^export const (\w+): Rule = \{$/gm)) {
      moduleOf.set(rule, name);
    }
  }
  const known = (await readListed(repository)).filter((name) => moduleOf.has(name));
  const names = [...new Set([...known, ...moduleOf.keys()])];
  return listOf(
    names,
    Map.groupBy(moduleOf.keys(), (name) => moduleOf.get(name) ?? ''),
  );
}

async function readListed(repository: string): Promise<string[]> {
  const written = await readIfPresent(join(repository, ruleListFile));
  const [, list = ''] = /= \[\n([^\]]*)\];/.exec(written ?? '') ?? [];
  return list.split(/[\s,]+/).filter(Boolean);
}

function listOf(names: readonly string[], files: ReadonlyMap<string, string[]>): string {
  const imports = [...files].map(([module, exported]) => [
    module,
    importOf(module, exported.sort()),
  ]);
  imports.push(['rule', "import type { Rule } from './rule.ts';"]);
  imports.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return `${imports.map(([, line]) => line).join('\n')}

/** Every rule. \`npm run generate\` adds new ones at the end; move a line to change the order. */
export const ruleList: readonly Rule[] = [
${names.map((name) => `  ${name},`).join('\n')}
];
`;
}

function importOf(module: string, names: readonly string[]): string {
  const line = `import { ${names.join(', ')} } from './${module}.ts';`;
  if (line.length <= 100) return line;
  return `import {\n${names.map((name) => `  ${name},`).join('\n')}\n} from './${module}.ts';`;
}
