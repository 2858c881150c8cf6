import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../repository.ts';

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
