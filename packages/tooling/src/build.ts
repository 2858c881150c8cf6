import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { buildConsole } from '@app-platform/console/build';
import { buildSite, filesOf, type SiteName, sites } from '@app-platform/reference/build';
import { parseCommandLine, runCommand } from '@app-platform/testing/command-line';
import {
  licences,
  type Manifest,
  packageFolders,
  writeBillOfMaterials,
} from './build/bill-of-materials.ts';
import { bundle, type Programs } from './build/bundle.ts';
import { copyPackages } from './build/copy-packages.ts';
import { NODE_MAJOR } from './build/write-program.ts';
import { prismaFolders, repositoryFolder } from './repository.ts';

const SERVICE_PROGRAMS = ['main', 'migrate', 'retention'];
const OPERATOR_PROGRAM = join(repositoryFolder, 'packages/operator/src/main-in-production.ts');

/** A self-contained folder that runs one service, or the operator's command line. */
type ProductionTree = { name: string; folder: string; bytes: number };

/**
 * Builds a production tree for each service: `dist/main.js`, `dist/migrate.js`, `dist/retention.js`,
 * its migrations, the packages that cannot be bundled, and `sbom.cdx.json`; and one of the operator's command line,
 * `dist/main.js`.
 * @param target the folder for the trees; existing trees are replaced
 */
async function buildTrees(target: string): Promise<ProductionTree[]> {
  const trees: ProductionTree[] = [];
  for (const prismaFolder of await prismaFolders()) {
    const service = basename(prismaFolder);
    const sources = join(repositoryFolder, 'services', service, 'src');
    const modules = SERVICE_PROGRAMS.map((name) => [name, join(sources, `${name}.ts`)]);
    const programs = Object.fromEntries(modules);
    const tree = await buildTree(`services/${service}`, programs, target, async (folder) => {
      await copyAssets(sources, join(folder, 'dist'));
      if (service === 'oauth') await copyStyle(folder);
      return [
        ...(await addReference(service as SiteName, folder)),
        ...(service === 'registry' ? await addConsole(folder) : []),
      ];
    });
    await cp(prismaFolder, join(tree.folder, 'prisma', service), { recursive: true });
    trees.push({ ...tree, bytes: await bytesIn(tree.folder) });
  }
  const operator = await buildTree('packages/operator', { main: OPERATOR_PROGRAM }, target);
  trees.push({ ...operator, bytes: await bytesIn(operator.folder) });
  return trees;
}

/**
 * @param addFiles adds the files that browsers load; returns those that belong to packages
 */
async function buildTree(
  packageFolder: string,
  programs: Programs,
  target: string,
  addFiles: (folder: string) => Promise<string[]> = async () => [],
) {
  const name = basename(packageFolder);
  const folder = join(target, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'dist'), { recursive: true });
  const { files: bundled, shipped } = await bundle(name, programs, folder);
  const files = [...bundled, ...(await addFiles(folder))];
  const shippedFolders = await copyPackages(shipped, folder);
  await cp(join(repositoryFolder, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await licences(files));
  const manifest = await manifestOf(packageFolder);
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...manifest, type: 'module', private: true, engines: { node: `>=${NODE_MAJOR}` } })}\n`,
  );
  const packages = [...packageFolders(files), ...shippedFolders];
  await writeBillOfMaterials(join(folder, 'sbom.cdx.json'), manifest, packages);
  return { name, folder };
}

/** Names the release, for tools that examine the tree. */
async function manifestOf(packageFolder: string): Promise<Manifest> {
  const path = join(repositoryFolder, packageFolder, 'package.json');
  const { name, version } = JSON.parse(await readFile(path, 'utf8'));
  return { name, version, license: 'Apache-2.0' };
}

/**
 * Copies templates and styles. A module reads them relative to itself, so they go beside the bundle:
 * `FOLDER/views/NAME.eta` becomes `views/NAME.eta`. Two files of the same path fail the build.
 */
async function copyAssets(source: string, target: string): Promise<void> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    if (extname(name) === '.ts') continue;
    const path = join(parentPath, name);
    const [, ...rest] = relative(source, path).split(sep);
    await cp(path, join(target, ...rest), { force: false, errorOnExist: true });
  }
}

/** The built pages under `/docs`, and the Markdown files of those that are served as Markdown too. */
async function addReference(service: SiteName, tree: string): Promise<string[]> {
  const documents = join(repositoryFolder, 'docs');
  await cp(join(documents, 'api/examples.json'), join(tree, 'docs/api/examples.json'));
  for (const file of await filesOf(documents, sites[service])) {
    await cp(join(documents, file), join(tree, 'docs', file));
  }
  return buildSite(service, documents, join(tree, 'dist/docs', service));
}

/** The web interface, which the registry serves. */
async function addConsole(tree: string): Promise<string[]> {
  const files = await buildConsole(join(tree, 'dist/console'));
  return files.map((file) => relative(repositoryFolder, file));
}

/** The style sheets that pages share, at the address of their package. */
async function copyStyle(tree: string): Promise<void> {
  for (const file of ['package.json', 'src']) {
    const target = join(tree, 'node_modules/@app-platform/style', file);
    await cp(join(repositoryFolder, 'packages/style', file), target, { recursive: true });
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const usage = `Usage: npm run build -- [FOLDER]

Builds the production trees of the services and of the operator's command line in FOLDER (default dist/).`;

await runCommand(async () => {
  const { positionals } = parseCommandLine(process.argv.slice(2), usage, {}, true);
  const [target = join(repositoryFolder, 'dist')] = positionals;
  for (const { folder, bytes } of await buildTrees(resolve(target))) {
    console.log(`${folder}: ${(bytes / 1_000_000).toFixed(1)} MB`);
  }
});
