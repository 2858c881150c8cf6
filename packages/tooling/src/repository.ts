import { execFileSync } from 'node:child_process';
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

/** The files that git tracks or would track, as paths from the top of the repository. */
export function sourceFiles(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: repositoryFolder, encoding: 'utf8' },
  );
  // Git still lists deleted files.
  return listed.split('\0').filter((path) => path && existsSync(join(repositoryFolder, path)));
}
