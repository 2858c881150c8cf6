import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { prismaFolders, repositoryFolder } from '../repository.ts';
import { type Manifest, writeBillOfMaterials } from './bill-of-materials.ts';
import { bundleService } from './bundle-service.ts';
import { copyPackages } from './copy-packages.ts';
import { licences, packageFolders } from './licences.ts';

/** A self-contained folder that runs one service. */
export type ProductionTree = { service: string; folder: string; bytes: number };

/**
 * Builds a production tree for each service: `dist/main.js`, `dist/migrate.js`, its migrations, the
 * packages that cannot be bundled, and `sbom.cdx.json`.
 * @param target the folder for the trees, each named after its service; existing trees are replaced
 */
export async function buildTrees(target: string): Promise<ProductionTree[]> {
  const trees: ProductionTree[] = [];
  for (const prismaFolder of await prismaFolders()) {
    const service = basename(prismaFolder);
    const folder = join(target, service);
    await rm(folder, { recursive: true, force: true });
    await buildTree(service, prismaFolder, folder);
    trees.push({ service, folder, bytes: await bytesIn(folder) });
  }
  return trees;
}

async function buildTree(service: string, prismaFolder: string, folder: string): Promise<void> {
  await mkdir(join(folder, 'dist'), { recursive: true });
  const { files, shipped } = await bundleService(service, folder);
  await copyAssets(join(repositoryFolder, 'services', service, 'src'), join(folder, 'dist'));
  const copied = await copyPackages(shipped, folder);
  await cp(prismaFolder, join(folder, 'prisma', service), { recursive: true });
  await cp(join(repositoryFolder, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await licences(files));
  const manifest = await manifestOf(service);
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...manifest, type: 'module', private: true })}\n`,
  );
  const packages = [...packageFolders(files), ...copied];
  await writeBillOfMaterials(join(folder, 'sbom.cdx.json'), manifest, packages);
}

/** Names the release, for tools that examine the tree. */
async function manifestOf(service: string): Promise<Manifest> {
  const path = join(repositoryFolder, 'services', service, 'package.json');
  const { name, version } = JSON.parse(await readFile(path, 'utf8'));
  return { name, version, license: 'Apache-2.0' };
}

/**
 * Copies templates and styles. A module reads them relative to itself, so they go beside the bundle:
 * `interaction/pages/error.eta` becomes `pages/error.eta`. Two files of the same path fail the build.
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

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
