import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PRIVATE = { mode: 0o600 };

/** The folder that `npm start` keeps its data in: one process at a time, readable by its user alone. */
export class DataFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** @throws Error where another process that still runs holds the folder: two would destroy its database */
  static async open(path: string): Promise<DataFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const lock = join(path, 'lock');
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder && isRunning(holder)) {
      throw new Error(
        `${path} is in use by process ${holder}. Stop that one, or set DATA_DIR to another folder.`,
      );
    }
    await writeFile(lock, String(process.pid), PRIVATE);
    return new DataFolder(path);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  async readJson<T>(name: string): Promise<T | undefined> {
    const text = await readFile(this.file(name), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  async writeJson(name: string, value: unknown): Promise<void> {
    await writeFile(this.file(name), `${JSON.stringify(value, null, 2)}\n`, PRIVATE);
  }

  async release(): Promise<void> {
    await rm(this.file('lock'), { force: true });
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return processId !== process.pid;
  } catch (error) {
    // Not permitted to signal it means that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
