import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { applyMigrations, connectDatabase } from '@app-platform/runtime/database';
import { afterMigrations } from '../after-migrations.ts';
import type { StartConfig } from '../config.ts';
import { repositoryFolder } from '../repository.ts';
import type { DataFolder, Secrets } from './data-folder.ts';

/** The addresses of the services on this machine. */
export type Addresses = {
  baseUrl: string;
  oauthUrl: string;
  registryInternalUrl: string;
  oauthInternalUrl: string;
};

export function addressesOf({ ports }: StartConfig): Addresses {
  const at = (port: number) => `http://localhost:${port}`;
  return {
    baseUrl: at(ports.registry),
    oauthUrl: at(ports.oauth),
    registryInternalUrl: at(ports.registryInternal),
    oauthInternalUrl: at(ports.oauthInternal),
  };
}

/** Applies the pending migrations of a service's database. @returns their number */
export async function migrateService(name: string, databaseUrl: string): Promise<number> {
  const connection = await connectDatabase(databaseUrl);
  try {
    const folder = join(repositoryFolder, 'prisma', name);
    const applied = await applyMigrations(connection.adapter, folder);
    await afterMigrations(name, console.error)(connection);
    return applied.length;
  } finally {
    await connection.close();
  }
}

/** Starts one service, in a process of its own, and waits until it is ready. */
export function startService(
  name: 'registry' | 'oauth',
  config: StartConfig,
  folder: DataFolder,
  secrets: Secrets,
): Promise<ServiceProcess> {
  const { ports } = config;
  const addresses = addressesOf(config);
  const internalUrl =
    name === 'registry' ? addresses.registryInternalUrl : addresses.oauthInternalUrl;
  return ServiceProcess.start({
    name,
    main: join(repositoryFolder, 'services', name, 'src/main.ts'),
    logFile: folder.file(`${name}.log`),
    readyUrl: `${internalUrl}/readyz`,
    environment: {
      CLI_REDIRECT_URIS: 'http://127.0.0.1/callback',
      // A developer's webhook receiver runs on this machine.
      WEBHOOKS_ALLOW_LOOPBACK: String(config.environment.NODE_ENV !== 'production'),
      ...config.environment,
      REGISTRY_PORT: String(ports.registry),
      REGISTRY_INTERNAL_PORT: String(ports.registryInternal),
      OAUTH_PORT: String(ports.oauth),
      OAUTH_INTERNAL_PORT: String(ports.oauthInternal),
      REGISTRY_DATABASE_URL: config.registryDatabaseUrl,
      OAUTH_DATABASE_URL: config.oauthDatabaseUrl,
      BASE_URL: addresses.baseUrl,
      OAUTH_URL: addresses.oauthUrl,
      REGISTRY_INTERNAL_URL: addresses.registryInternalUrl,
      OAUTH_INTERNAL_URL: addresses.oauthInternalUrl,
      SERVICE_TOKEN: secrets.serviceToken,
      OPERATOR_TOKEN: secrets.operatorToken,
      KEYS_ENCRYPTION_KEY: secrets.keysEncryptionKey,
      WEBHOOKS_ENCRYPTION_KEY: secrets.webhooksEncryptionKey,
    },
  });
}

const READY_TIMEOUT_MILLISECONDS = 60_000;
const STOP_TIMEOUT_MILLISECONDS = 15_000;

type ServiceOptions = {
  name: string;
  /** The file to run. */
  main: string;
  environment: NodeJS.ProcessEnv;
  /** The file of its log. */
  logFile: string;
  readyUrl: string;
};

/** One service, running in a process of its own. */
export class ServiceProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  /** Resolves when the process ends, for any reason. */
  readonly ended: Promise<void>;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#child = child;
    this.ended = once(child, 'exit').then(() => undefined);
  }

  /** Starts a service and waits until it is ready. */
  static async start({ name, main, environment, logFile, readyUrl }: ServiceOptions) {
    const log = await open(logFile, 'a', 0o600);
    const child = spawn(process.execPath, [main], {
      env: environment,
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    const service = new ServiceProcess(name, child);
    const deadline = Date.now() + READY_TIMEOUT_MILLISECONDS;
    while (!(await answers(readyUrl))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await service.stop();
        throw new Error(`The ${name} did not start. Its log, ${logFile}, says why.`);
      }
      await wait(100);
    }
    return service;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill('SIGTERM');
    const forced = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS);
    await this.ended;
    clearTimeout(forced);
  }
}

/** @throws Error that names the port's variable, where the port is taken */
export async function refuseTakenPort(port: number, variable: string): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch (cause) {
    const advice = `Stop what uses it, or set ${variable} to another port.`;
    throw new Error(`Port ${port} is taken. ${advice}`, { cause });
  } finally {
    probe.close();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
