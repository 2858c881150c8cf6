import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AppsCommandLine } from './apps-command-line.ts';
import { packPackage } from './packed-packages.ts';

const run = promisify(execFile);

/** Examples that `apps init --template` writes, each in a folder of its own. */
export class ScaffoldedApps {
  readonly #apps: AppsCommandLine;
  readonly #client: string;

  private constructor(apps: AppsCommandLine, client: string) {
    this.#apps = apps;
    this.#client = client;
  }

  static async prepare(apps: AppsCommandLine): Promise<ScaffoldedApps> {
    return new ScaffoldedApps(apps, await packPackage('client', apps.folder));
  }

  /** @returns the command line in the folder of the example */
  async write(template: string, name: string): Promise<AppsCommandLine> {
    const folder = join(this.#apps.folder, name);
    await mkdir(folder);
    const inside = this.#apps.in(folder);
    await inside.text('init', '--template', template, '--name', name);
    return inside;
  }

  /** Installs what the example needs from npm. The client, which is not there, is packed from this repository. */
  async install({ folder }: AppsCommandLine): Promise<void> {
    await npm(folder, 'install', '--no-audit', '--no-fund', '--prefer-offline', this.#client);
  }

  /** Lets an example use what another one has installed. */
  async share({ folder }: AppsCommandLine, installed: AppsCommandLine): Promise<void> {
    await symlink(join(installed.folder, 'node_modules'), join(folder, 'node_modules'));
  }

  /** Runs the tests of the example, types among them. @returns what they print */
  test({ folder }: AppsCommandLine): Promise<string> {
    return npm(folder, 'test');
  }
}

async function npm(folder: string, ...args: string[]): Promise<string> {
  // npm passes its settings to its scripts. The others may be about a proxy and its certificates.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
  );
  try {
    const { stdout } = await run('npm', args, { cwd: folder, env });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`npm ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
  }
}
