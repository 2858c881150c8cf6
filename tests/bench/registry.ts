import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CreatedApiKey, type OrganizationRecord, roles } from '@app-platform/contracts';
import { processEnvironment } from './config.ts';
import { MeasuredProcess } from './measured-process.ts';

const main = join(import.meta.dirname, '../../services/registry/src/main.ts');
const READY_TIMEOUT_MILLISECONDS = 60_000;

export type RegistryOptions = {
  databaseUrl: string;
  /** For its log. */
  folder: string;
  launcher: string[];
  profileFolder: string | undefined;
};

/** The registry as it runs in production, in a process of its own. */
export class Registry {
  readonly process: MeasuredProcess;
  readonly port: number;
  readonly #internalPort: number;
  readonly #operatorToken: string;

  private constructor(
    process: MeasuredProcess,
    ports: { port: number; internalPort: number },
    operatorToken: string,
  ) {
    this.process = process;
    this.port = ports.port;
    this.#internalPort = ports.internalPort;
    this.#operatorToken = operatorToken;
  }

  static async start({ databaseUrl, folder, launcher, profileFolder }: RegistryOptions) {
    const operatorToken = newToken();
    const logFile = join(folder, 'registry.log');
    const log = await open(logFile, 'a', 0o600);
    const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
    const process = new MeasuredProcess({
      name: 'registry',
      parameters: [...profiling, main],
      environment: {
        ...processEnvironment(),
        REGISTRY_HOST: '127.0.0.1',
        REGISTRY_PORT: '0',
        REGISTRY_INTERNAL_PORT: '0',
        REGISTRY_DATABASE_URL: databaseUrl,
        SERVICE_TOKEN: newToken(),
        OPERATOR_TOKEN: operatorToken,
        LOG_LEVEL: 'info',
      },
      launcher,
      output: log.fd,
    });
    await log.close();
    try {
      return new Registry(process, await readPorts(process, logFile), operatorToken);
    } catch (error) {
      await process.stop();
      throw error;
    }
  }

  /** A new organization, and a key of it that may register apps. */
  async newOrganization(): Promise<{ id: string; apiKey: string }> {
    const { id } = await this.#postInternal<OrganizationRecord>('/internal/organizations', {
      name: 'Bench',
    });
    const path = `/internal/organizations/${id}/api-keys`;
    const { key } = await this.#postInternal<CreatedApiKey>(path, { roles: [roles.apps] });
    return { id, apiKey: key };
  }

  /** Registers an app; answers its `<name>-<version>`. */
  async register(apiKey: string, definition: string | Buffer): Promise<string> {
    const url = `http://127.0.0.1:${this.port}/v1/apps/available`;
    const { data } = await post<{ data: { id: string } }>(url, apiKey, String(definition));
    return data.id;
  }

  /** What a page answers. */
  async read(apiKey: string, path: string): Promise<{ contentType: string; body: string }> {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, { headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status} ${body}`);
    return { contentType: response.headers.get('content-type') ?? '', body };
  }

  #postInternal<Answer>(path: string, body: object): Promise<Answer> {
    const url = `http://127.0.0.1:${this.#internalPort}${path}`;
    return post(url, this.#operatorToken, JSON.stringify(body));
  }
}

async function post<Answer>(url: string, bearer: string, body: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  if (response.status === 201) return (await response.json()) as Answer;
  throw new Error(`POST ${url} answered ${response.status} ${await response.text()}`);
}

/** The ports are free ones that the system chose, and the log tells which. */
async function readPorts(process: MeasuredProcess, logFile: string) {
  const deadline = Date.now() + READY_TIMEOUT_MILLISECONDS;
  while (true) {
    const log = await readFile(logFile, 'utf8');
    const ready = log.split('\n').find((line) => line.includes('"msg":"ready"'));
    if (ready) return JSON.parse(ready) as { port: number; internalPort: number };
    if (process.hasEnded || Date.now() > deadline) {
      throw new Error(`The registry did not start. Its log:\n${log}`);
    }
    await wait(50);
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
