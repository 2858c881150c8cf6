import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';

const run = promisify(execFile);

/** Runs `npm pack` in a package of the repository. @returns the tarball */
export function packPackage(name: string, target: string): Promise<string> {
  return pack(join(repositoryFolder, 'packages', name), target);
}

async function pack(folder: string, target: string, options: string[] = []): Promise<string> {
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--pack-destination', target, ...options],
    {
      cwd: folder,
      // npm passes its settings to its scripts.
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    },
  );
  return join(target, stdout.trim().split('\n').at(-1) ?? '');
}

/**
 * Packs the command line as `npm pack` in its folder does, in a folder of its own: several tests may do it at
 * the same time.
 */
export async function packCommandLine(target: string): Promise<string> {
  const folder = join(target, 'package');
  const source = join(repositoryFolder, 'packages/cli');
  await mkdir(folder);
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  for (const name of ['bin', 'templates']) {
    await cp(join(source, name), join(folder, name), { recursive: true });
  }
  const program = join(repositoryFolder, 'packages/tooling/src/build-command-line.ts');
  await run(process.execPath, [program, join(folder, 'dist')]);
  return pack(folder, target, ['--ignore-scripts']);
}

/** Installs the packed client in a folder, without a network: its dependencies come from the repository. */
export async function installClient(folder: string): Promise<void> {
  const target = join(folder, 'node_modules/@app-platform/client');
  await mkdir(target, { recursive: true });
  const tarball = await packPackage('client', folder);
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  const source = join(repositoryFolder, 'packages/client');
  const { dependencies } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    await symlink(join(source, 'node_modules', name), join(folder, 'node_modules', name));
  }
}
