import { chmod, copyFile, lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';

/** Who the images run as. */
const IMAGE_USER = 65_532;

/** What the images hold, in a folder that nobody may write to. */
export class ProductionTrees {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async build(): Promise<ProductionTrees> {
    const folder = await mkdtemp(join(tmpdir(), 'app-platform-trees-'));
    const building = new RunningProcess(['packages/tooling/src/build.ts', folder]);
    const { code, stderr } = await building.finished();
    if (code !== 0) throw new Error(`The build ended with ${code}: ${stderr}`);
    // The user of the images may not enter this repository.
    await copyFile(process.execPath, join(folder, 'node'));
    await chmodAll(folder, (mode) => (mode | 0o555) & ~0o222);
    return new ProductionTrees(folder);
  }

  /** Runs a program of a tree as its image does: no shell, no variable but these, and never as root. */
  run(
    service: string,
    program: string,
    environment: Record<string, string>,
    parameters: string[] = [],
  ): RunningProcess {
    const isRoot = process.getuid?.() === 0;
    return new RunningProcess(
      [program, ...parameters],
      {},
      {
        node: join(this.folder, 'node'),
        cwd: join(this.folder, service),
        env: { ...environment, NODE_ENV: 'production' },
        ...(isRoot && { uid: IMAGE_USER, gid: IMAGE_USER }),
      },
    );
  }

  /** Every path in a tree, from its top. */
  files(service: string): Promise<string[]> {
    return readdir(join(this.folder, service), { recursive: true });
  }

  read(service: string, path: string): Promise<string> {
    return readFile(join(this.folder, service, path), 'utf8');
  }

  async remove(): Promise<void> {
    await chmodAll(this.folder, (mode) => mode | 0o200);
    await rm(this.folder, { recursive: true });
  }
}

async function chmodAll(folder: string, change: (mode: number) => number): Promise<void> {
  const paths = [folder];
  for (const path of paths) {
    const stat = await lstat(path);
    // A folder is changed before it is read: it may be one that must become writable first.
    await chmod(path, change(stat.mode & 0o777) | (stat.isDirectory() ? 0o555 : 0o444));
    if (stat.isDirectory()) paths.push(...(await readdir(path)).map((name) => join(path, name)));
  }
}
