import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IModule } from 'dependency-cruiser';
import { readImports } from './check/imports.ts';
import { repositoryFolder } from './repository.ts';

type Import = readonly [from: string, to: string];

/** Each diagram's title, and the pattern whose first group names the node of a file. */
const DIAGRAMS: [title: string, node: RegExp][] = [
  ['Services and packages', /^((?:packages|services)\/[^/]+)\/(?:src|build)\//],
  ['Folders of the registry', /^services\/registry\/src\/(.+)\/[^/]+$/],
  ['Folders of the OAuth service', /^services\/oauth\/src\/(.+)\/[^/]+$/],
];

export const architectureFile = 'docs/architecture.md';
const BLOCK = /(?<=<!-- import diagrams: begin -->\n).*(?=<!-- import diagrams: end -->)/s;

/**
 * @returns the architecture page with Mermaid diagrams of the current imports
 * @throws Error where the page does not mark the place of the diagrams
 */
export async function buildArchitecturePage(): Promise<string> {
  const page = await readFile(join(repositoryFolder, architectureFile), 'utf8');
  const { modules } = await readImports();
  const diagrams = DIAGRAMS.map(([title, node]) => diagramOf(title, importsBetween(modules, node)));
  return withDiagrams(page, diagrams);
}

export function withDiagrams(page: string, diagrams: string[]): string {
  if (!BLOCK.test(page)) throw new Error(`${architectureFile} has no markers of import diagrams`);
  return page.replace(BLOCK, () => `\n${diagrams.join('\n')}\n`);
}

function diagramOf(title: string, imports: Import[]): string {
  const id = (name: string) => name.replaceAll(/\W/g, '_');
  const targets = Map.groupBy(withoutImplied(imports), ([from]) => from);
  return [
    '```mermaid',
    `---\ntitle: ${title}\n---`,
    'flowchart TD',
    ...[...new Set(imports.flat())].sort().map((name) => `  ${id(name)}["${name}"]`),
    ...[...targets].map(
      ([from, arrows]) => `  ${id(from)} --> ${arrows.map(([, to]) => id(to)).join(' & ')}`,
    ),
    '```\n',
  ].join('\n');
}

function importsBetween(modules: IModule[], node: RegExp): Import[] {
  const pairs = modules.flatMap(({ source, dependencies }) => {
    const from = node.exec(source)?.[1];
    return dependencies.flatMap(({ resolved }) => {
      const to = node.exec(resolved)?.[1];
      return from && to && from !== to ? [`${from} ${to}`] : [];
    });
  });
  return [...new Set(pairs)].sort().map((pair) => pair.split(' ') as [string, string]);
}

/** Leaves out an import whose target is reached through the other imports too. */
function withoutImplied(imports: Import[]): Import[] {
  return imports.reduce((kept, one) => {
    const others = kept.filter((other) => other !== one);
    return reaches(one, others) ? others : kept;
  }, imports);
}

function reaches([from, to]: Import, imports: Import[]): boolean {
  const reached = new Set([from]);
  // A Set also iterates over what is added during the iteration.
  for (const name of reached) {
    for (const [source, target] of imports) if (source === name) reached.add(target);
  }
  return reached.has(to);
}
