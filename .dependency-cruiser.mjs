// The configuration of dependency-cruiser, which `npm run check` runs. Paths are from the top of the repository.

const TESTING = '/testing/';
const TEST_FILE = '[.](test|conformance)[.]tsx?$';
/** The templates of `apps init` are packages of their own, composed when they are written. */
const NOT_OURS = '(^|/)(generated|dist|node_modules)/|^packages/cli/templates/';
/** The type of a service's configuration is open to every layer. */
const CONFIGURATION = '^services/[^/]+/src/config[.]ts$';
const SERVER =
  '^services/[^/]+/src/(server|main|migrate|retention|(documentation/)?generated-files)[.]ts$';
const ROUTES = '^services/.+[/-]routes[.]ts$';
const STORES = '^services/.+(-store|/stores)[.]ts$';
const DATABASE = '^services/[^/]+/src/database/';

/** The layers of a service, from the top: a layer imports itself and the layers after it. */
const layers = {
  server: { path: SERVER },
  routes: { path: ROUTES, pathNot: [TESTING] },
  domain: {
    path: '^services/[^/]+/src/',
    pathNot: [CONFIGURATION, SERVER, ROUTES, STORES, DATABASE],
  },
  stores: { path: STORES, pathNot: [TESTING, DATABASE] },
  database: { path: DATABASE },
};

/** The packages that each package may import. */
const packageImports = {
  console: ['console-sign-in', 'client', 'app-definition', 'json', 'contracts', 'style'],
  cli: ['client', 'app-definition', 'contracts', 'json'],
  operator: ['runtime', 'json', 'contracts'],
  reference: ['console-sign-in', 'http-api', 'runtime', 'contracts', 'style'],
  'console-sign-in': ['contracts'],
  'http-api': ['runtime', 'json', 'contracts'],
  runtime: ['contracts'],
  'app-definition': ['contracts'],
  client: [],
  style: [],
  json: [],
  contracts: [],
};

/** The packages that run inside a service. */
const servicePackages = [
  'reference',
  'app-definition',
  'http-api',
  'runtime',
  'style',
  'json',
  'contracts',
];

function importsOfLayersAbove([layer, files], index, all) {
  return all.slice(0, index).map(([above, filesAbove]) => ({
    name: `${layer} import ${above}`,
    from: files,
    to: filesAbove,
  }));
}

function packagesNamed(names) {
  return `^packages/(${names.join('|')})/`;
}

function onlyPackages(from, allowed) {
  return {
    name: `imports other packages than ${allowed.join(', ')}`,
    from: { path: from, pathNot: TESTING },
    to: { path: '^(packages|services|tests)/', pathNot: packagesNamed(allowed) },
  };
}

/** What tests beside code, and the code that they share, may import: the same packages and those for tests. */
function onlyPackagesInTests(from, allowed) {
  const rule = onlyPackages(from, [...allowed, 'testing']);
  const { path } = rule.from;
  return { ...rule, from: { path: [`${path}.*\\btesting/`, `${path}.*${TEST_FILE}`] } };
}

const unresolvedImport = {
  // The other rules cannot follow it.
  name: 'unresolved import',
  from: {},
  to: { couldNotResolve: true, path: '^([.]|@app-platform/)' },
};
const importsTooling = {
  name: 'imports the commands of the repository',
  from: { pathNot: '^packages/tooling/' },
  to: { path: '^packages/tooling/' },
};
const importsAnotherService = {
  name: 'service imports another service',
  from: { path: '^services/([^/]+)/' },
  to: { path: '^services/', pathNot: '^services/$1/' },
};

/**
 * The rules for test files, which are read apart: they import every layer and folder of their service.
 * No file imports them, so they are part of no cycle.
 */
export const forbiddenInTests = [
  { name: 'imports a test file', from: {}, to: { path: '[.]test[.]tsx?$' } },
  unresolvedImport,
  importsTooling,
  importsAnotherService,
  ...Object.entries(packageImports).map(([name, allowed]) =>
    onlyPackagesInTests(`^packages/${name}/`, [name, ...allowed]),
  ),
  {
    ...onlyPackagesInTests('^services/[^/]+/', servicePackages),
    to: { path: '^(packages|tests)/', pathNot: packagesNamed([...servicePackages, 'testing']) },
  },
].map((rule) => ({ severity: 'error', ...rule }));
/** Instead of `exclude` of the options below. */
export const excludedInTests = { path: NOT_OURS };

export default {
  forbidden: [
    { name: 'cycle', from: {}, to: { circular: true } },
    {
      name: 'folder cycle',
      scope: 'folder',
      from: { path: '^(packages|services)/' },
      to: { circular: true },
    },
    unresolvedImport,
    ...Object.entries(layers).flatMap(importsOfLayersAbove),
    ...Object.entries(packageImports).map(([name, allowed]) =>
      onlyPackages(`^packages/${name}/`, [name, ...allowed]),
    ),
    importsTooling,
    {
      // Tests of the services import the test databases. tests/platform, which starts both services, imports them.
      name: 'test helpers import a service',
      from: { path: '^packages/testing/src/' },
      to: { path: '^services/' },
    },
    importsAnotherService,
    {
      ...onlyPackages('^services/[^/]+/src/', servicePackages),
      to: { path: '^(packages|tests)/', pathNot: packagesNamed(servicePackages) },
    },
    {
      name: 'production code imports code for tests',
      from: { path: '^(packages|services)/[^/]+/src/', pathNot: '^packages/(testing|tooling)/' },
      to: { path: TESTING },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // TypeScript 7, which type-checks this repository, has no compiler API.
    parser: 'swc',
    // Type-only imports count.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: `${NOT_OURS}|${TEST_FILE}` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
