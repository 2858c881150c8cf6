import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IModule } from 'dependency-cruiser';
import { repositoryFolder } from '../repository.ts';
import { layerOf, layers, packageImports, packageOf, servicePackages } from './import-rules.ts';
import { readImports } from './read-imports.ts';

/** Boxes above one another, and which of them import which. */
export type Stack = {
  title: string;
  note: string;
  boxes: { name: string; text: string }[];
  /** Pairs of box names. */
  imports: [from: string, to: string][];
};

/** Reads the layers of each service, and the packages, from the imports of the source files. */
export async function readStacks(): Promise<Stack[]> {
  const { modules } = await readImports();
  return [
    layersOf('registry', modules),
    layersOf('oauth', modules),
    {
      title: 'packages',
      note: 'that run in a service, command lines and the client library',
      boxes: await Promise.all(Object.keys(packageImports).map(describePackage)),
      imports: importsBetween(modules, packageOf),
    },
  ];
}

function layersOf(service: string, modules: IModule[]): Stack {
  const prefix = `services/${service}/src/`;
  const own = modules.filter(({ source }) => source.startsWith(prefix));
  const packages = servicePackages.filter((name) =>
    own.some((one) => one.dependencies.some(({ resolved }) => packageOf(resolved) === name)),
  );
  const foldersOf = (layer: string): string[] => {
    const files = own.filter(({ source }) => layerOf(source) === layer);
    const first = files.map(({ source }) => source.slice(prefix.length).split('/', 1).join());
    return [...new Set(first)].sort();
  };
  return {
    title: `services/${service}`,
    note: `imports ${packages.join(', ')}`,
    boxes: Object.keys(layers).map((name) => ({
      name,
      text: foldersOf(name).join(', '),
    })),
    imports: importsBetween(own, layerOf),
  };
}

function importsBetween(
  modules: IModule[],
  boxOf: (path: string) => string | undefined,
): Stack['imports'] {
  const pairs = modules.flatMap(({ source, dependencies }) => {
    const from = boxOf(source);
    return dependencies.flatMap(({ resolved }) => {
      const to = boxOf(resolved);
      return from && to && from !== to ? [`${from} ${to}`] : [];
    });
  });
  return [...new Set(pairs)].sort().map((pair) => pair.split(' ') as [string, string]);
}

async function describePackage(name: string): Promise<{ name: string; text: string }> {
  const manifest = join(repositoryFolder, 'packages', name, 'package.json');
  const { description } = JSON.parse(await readFile(manifest, 'utf8'));
  return { name, text: description };
}
