import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from '@app-platform/runtime/data-folder-lock';
import { readIfPresent } from '@app-platform/runtime/read-if-present';

const PRIVATE = { mode: 0o600 };

/** The folder that `npm start` keeps its data in: one process at a time, readable by its user alone. */
export class DataFolder {
  readonly path: string;
  readonly release: () => Promise<void>;

  private constructor(path: string, release: () => Promise<void>) {
    this.path = path;
    this.release = release;
  }

  /** @throws Error where another process that still runs holds the folder */
  static async open(path: string): Promise<DataFolder> {
    return new DataFolder(path, await lockDataFolder(path));
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
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value instanceof Object && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
