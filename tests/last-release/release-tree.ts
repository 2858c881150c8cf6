import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';

export const RELEASE = '0.1.0';
/** Nothing was released yet: the tree before refresh tokens had chains counts as the last release. */
const COMMIT = '91171b9bd3d94f4b1eb88b244b0d9a33e0296ab8';

const run = promisify(execFile);

/**
 * Takes the sources of the last release out of the history, installs their packages and builds them.
 * @returns the folder of its production trees
 * @throws Error that says what to do where the history does not have them
 */
export async function buildRelease(folder: string, signal: AbortSignal): Promise<string> {
  const [sources, archive, built] = ['sources', 'sources.tar', 'release'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await mkdir(sources);
  await archiveCommit(archive);
  await run('tar', ['-xf', archive, '-C', sources]);
  const command = [join(sources, 'packages/tooling/run.mjs'), 'build', built];
  await run(process.execPath, command, { cwd: sources, signal });
  return built;
}

/** Builds the production trees of this version. @returns their folder */
export async function buildThisVersion(folder: string, signal: AbortSignal): Promise<string> {
  const built = join(folder, 'this-version');
  const program = join(repositoryFolder, 'packages/tooling/src/build.ts');
  await run(process.execPath, [program, built], { signal });
  return built;
}

async function archiveCommit(file: string): Promise<void> {
  try {
    await run('git', ['archive', '--output', file, COMMIT], { cwd: repositoryFolder });
  } catch (cause) {
    throw new Error(
      `This needs the sources of ${RELEASE}, commit ${COMMIT.slice(0, 8)}, from a clone with its history: git fetch --unshallow`,
      { cause },
    );
  }
}
