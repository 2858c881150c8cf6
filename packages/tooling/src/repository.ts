import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

export const repositoryFolder = resolve(import.meta.dirname, '../../..');

/** The folders that hold a database's schema and its migrations. */
export async function prismaFolders(): Promise<string[]> {
  const parent = join(repositoryFolder, 'prisma');
  const folders = (await readdir(parent)).map((name) => join(parent, name));
  return folders.filter((folder) => existsSync(join(folder, 'schema.prisma')));
}

/** A path relative to the top of the repository. */
export function fromTop(path: string): string {
  return relative(repositoryFolder, path);
}
