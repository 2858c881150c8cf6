import type { IForbiddenRuleType } from 'dependency-cruiser';

/** Regular expressions of paths from the top of the repository. */
type Files = { path: string; pathNot?: string[] };

const TESTS = '[.](test|conformance)[.]ts$|^services/[^/]+/testing/';
/** The type of its configuration is open to every layer. */
const CONFIGURATION = '^services/[^/]+/src/config[.]ts$';
const SERVER =
  '^services/[^/]+/src/(server|main|migrate|retention|documentation/generated-files)[.]ts$';
const ROUTES = '^services/.+[/-]routes[.]ts$';
const STORES = '^services/.+(-store|/stores)[.]ts$';
const DATABASE = '^services/[^/]+/src/database/';

/** The layers of a service, from the top: a layer imports itself and the layers after it. */
export const layers: Readonly<Record<string, Files>> = {
  server: { path: SERVER },
  routes: { path: ROUTES, pathNot: [TESTS] },
  domain: {
    path: '^services/[^/]+/src/',
    pathNot: [TESTS, CONFIGURATION, SERVER, ROUTES, STORES, DATABASE],
  },
  stores: { path: STORES, pathNot: [TESTS, DATABASE] },
  database: { path: DATABASE, pathNot: [TESTS] },
};

/** The packages that each package may import. */
export const packageImports: Readonly<Record<string, readonly string[]>> = {
  console: ['client', 'app-definition', 'contracts', 'style'],
  cli: ['client', 'app-definition'],
  operator: ['runtime', 'contracts'],
  reference: ['http-api', 'runtime', 'contracts'],
  'http-api': ['runtime', 'contracts'],
  runtime: ['contracts'],
  'app-definition': ['contracts'],
  client: [],
  style: [],
  contracts: [],
};

/** The packages that run inside a service. */
export const servicePackages = [
  'reference',
  'app-definition',
  'http-api',
  'runtime',
  'style',
  'contracts',
];

/** `npm run check` fails on any of these. Type-only imports count like others. */
export const importRules: IForbiddenRuleType[] = [
  { name: 'cycle', from: {}, to: { circular: true } },
  {
    // The other rules cannot follow it.
    name: 'unresolved import',
    from: {},
    to: { couldNotResolve: true, path: '^([.]|@app-platform/)' },
  },
  ...Object.keys(layers).flatMap(importsOfLayersAbove),
  ...Object.entries(packageImports).map(([name, allowed]) =>
    onlyPackages(`^packages/${name}/`, [name, ...allowed]),
  ),
  {
    name: 'service imports another service',
    from: { path: '^services/([^/]+)/' },
    to: { path: '^services/', pathNot: '^services/$1/' },
  },
  {
    ...onlyPackages('^services/[^/]+/src/', servicePackages),
    to: { path: '^(packages|tests)/', pathNot: packagesNamed(servicePackages) },
  },
];

function importsOfLayersAbove(layer: string, index: number, names: string[]) {
  return names.slice(0, index).map(
    (above): IForbiddenRuleType => ({
      name: `${layer} import ${above}`,
      from: layers[layer] ?? {},
      to: layers[above] ?? {},
    }),
  );
}

function onlyPackages(from: string, allowed: readonly string[]): IForbiddenRuleType {
  return {
    name: `imports other packages than ${allowed.join(', ')}`,
    from: { path: from, pathNot: TESTS },
    to: { path: '^(packages|services|tests)/', pathNot: packagesNamed(allowed) },
  };
}

function packagesNamed(names: readonly string[]): string {
  return `^packages/(${names.join('|')})/`;
}

export function layerOf(path: string): string | undefined {
  const found = Object.entries(layers).find(
    ([, files]) =>
      new RegExp(files.path).test(path) &&
      !files.pathNot?.some((pattern) => new RegExp(pattern).test(path)),
  );
  return found?.[0];
}

export function packageOf(path: string): string | undefined {
  const name = /^packages\/([^/]+)\/src\//.exec(path)?.[1] ?? '';
  return name in packageImports ? name : undefined;
}
