import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../repository.ts';

/** The files that git knows or would know, from the top of the repository. */
export function sourceFiles(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: repositoryFolder, encoding: 'utf8' },
  );
  // Git still lists a file that was just deleted.
  return listed.split('\0').filter((path) => path && existsSync(join(repositoryFolder, path)));
}
