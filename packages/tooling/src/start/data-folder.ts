import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from '@app-platform/runtime/data-folder-lock';
import { readIfPresent } from '@app-platform/runtime/read-if-present';

const PRIVATE = { mode: 0o600 };

/** The data folder of `npm start`. One process holds it, and only its user can read it. */
export class DataFolder {
  readonly path: string;
  readonly release: () => Promise<void>;

  private constructor(path: string, release: () => Promise<void>) {
    this.path = path;
    this.release = release;
  }

  /** @throws Error where another process holds the folder */
  static async open(path: string): Promise<DataFolder> {
    return new DataFolder(path, await lockDataFolder(path));
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /**
   * @returns the content of a file of the folder; undefined where there is none
   * @throws Error where the file is corrupt: it may have held the key of the signing keys, so it must
   *   not be replaced
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

  /** Atomic: writes the whole file or nothing. */
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

/** The secrets that the services on this machine share. The data folder keeps them. */
export type Secrets = {
  serviceToken: string;
  operatorToken: string;
  keysEncryptionKey: string;
  webhooksEncryptionKey: string;
};

const FILE = 'secrets.json';

/** Reads each secret from its variable, else from an earlier start, else makes a new one. */
export async function readSecrets(
  folder: DataFolder,
  environment: NodeJS.ProcessEnv,
): Promise<Secrets> {
  const earlier = await folder.readJson<Secrets>(FILE);
  const secret = (variable: string, kept: string | undefined) =>
    environment[variable] || kept || randomBytes(32).toString('base64url');
  const secrets = {
    serviceToken: secret('SERVICE_TOKEN', earlier?.serviceToken),
    operatorToken: secret('OPERATOR_TOKEN', earlier?.operatorToken),
    keysEncryptionKey: secret('KEYS_ENCRYPTION_KEY', earlier?.keysEncryptionKey),
    webhooksEncryptionKey: secret('WEBHOOKS_ENCRYPTION_KEY', earlier?.webhooksEncryptionKey),
  };
  await folder.writeJson(FILE, secrets);
  return secrets;
}
