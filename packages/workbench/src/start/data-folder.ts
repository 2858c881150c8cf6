import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent } from '../read-if-present.ts';

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
    const holder = Number(await readIfPresent(lock));
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

  /**
   * What a file of the folder holds; nothing where there is none.
   * @throws Error where it is spoilt: what it held, the key to the signing keys perhaps, is not to
   *   be replaced by something new
   */
  async readJson<T extends object>(name: string): Promise<T | undefined> {
    const path = this.file(name);
    const text = await readIfPresent(path);
    if (text === undefined) return undefined;
    const value = parseObject(text);
    if (value) return value as T;
    throw new Error(
      `${path} does not hold a JSON object. Restore it from a copy. To begin anew, set DATA_DIR to another folder: what is in this one cannot be read without its secrets.`,
    );
  }

  /** Writes all of it, or, where the process ends meanwhile, nothing. */
  async writeJson(name: string, value: object): Promise<void> {
    const path = this.file(name);
    const text = `${JSON.stringify(value, null, 2)}\n`;
    await writeFile(`${path}.new`, text, { ...PRIVATE, flush: true });
    await rename(`${path}.new`, path);
  }

  async release(): Promise<void> {
    await rm(this.file('lock'), { force: true });
  }
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value instanceof Object && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
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
