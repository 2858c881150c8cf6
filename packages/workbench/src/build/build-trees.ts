import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runTool } from '../check/run-tool.ts';
import { prismaFolders, repositoryFolder } from '../repository.ts';
import { copyDependencies } from './copy-dependencies.ts';
import { copyWorkspacePackage } from './copy-workspace-package.ts';

/** A folder that runs one service, wherever it is copied to. */
export type ProductionTree = { service: string; folder: string; bytes: number };

/**
 * Compiles every service, and puts each where it runs by itself: `dist/main.js`,
 * `dist/migrate.js`, its migrations, and the packages that it uses at run time.
 * @param target a folder for the trees, each named after its service; those of before are replaced
 */
export async function buildTrees(target: string): Promise<ProductionTree[]> {
  const compiled = join(target, 'compiled');
  await rm(compiled, { recursive: true, force: true });
  const project = 'packages/workbench/tsconfig.build.json';
  const { ok, output } = await runTool('typescript', ['--project', project, '--outDir', compiled]);
  if (!ok) throw new Error(output);
  const trees: ProductionTree[] = [];
  for (const prismaFolder of await prismaFolders()) {
    const service = basename(prismaFolder);
    const folder = join(target, service);
    await rm(folder, { recursive: true, force: true });
    await buildTree(service, prismaFolder, folder, compiled);
    trees.push({ service, folder, bytes: await bytesIn(folder) });
  }
  await rm(compiled, { recursive: true });
  return trees;
}

async function buildTree(service: string, prismaFolder: string, folder: string, compiled: string) {
  await mkdir(folder, { recursive: true });
  const source = join(repositoryFolder, 'services', service);
  await copyWorkspacePackage(source, folder, compiled);
  await copyDependencies(source, folder, compiled);
  await cp(prismaFolder, join(folder, 'prisma', service), { recursive: true });
  await cp(join(repositoryFolder, 'LICENSE'), join(folder, 'LICENSE'));
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
