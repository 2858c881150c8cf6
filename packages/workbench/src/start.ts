import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { applyMigrations, connectDatabase } from '@app-platform/service-kit/database';
import { readStartConfig, repositoryFolder, type StartConfig } from './start/config.ts';
import { DataFolder } from './start/data-folder.ts';
import { demonstration, tutorial } from './start/demonstration.ts';
import { refuseTakenPort, ServiceProcess } from './start/service-process.ts';

const say = (text: string) => console.error(text);

async function start(config: StartConfig): Promise<void> {
  await refuseTakenPort(config.registryPort, 'REGISTRY_PORT');
  await refuseTakenPort(config.registryInternalPort, 'REGISTRY_INTERNAL_PORT');
  const folder = await DataFolder.open(config.dataFolder);
  const services: ServiceProcess[] = [];
  const stopping = stopOnSignal(services);
  try {
    await migrate(config);
    const operatorToken = await writeOperatorFile(config, folder);
    services.push(await startRegistry(config, folder, operatorToken));
    const baseUrl = `http://localhost:${config.registryPort}`;
    const registryInternalUrl = `http://localhost:${config.registryInternalPort}`;
    const demo = await demonstration(folder, { baseUrl, registryInternalUrl, operatorToken });
    console.log(await welcome(baseUrl, demo, folder));
    await Promise.race(services.map(({ name, ended }) => unexpectedEnd(name, ended, stopping)));
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await folder.release();
  }
}

async function welcome(
  baseUrl: string,
  demo: Awaited<ReturnType<typeof demonstration>>,
  folder: DataFolder,
): Promise<string> {
  return `
The registry answers at ${baseUrl} (documentation: ${baseUrl}/docs).
API key of the organization "Demonstration" (${demo.organizationId}):

  ${demo.apiKey}

Paste these into another terminal:

${await tutorial(baseUrl, demo)}

Data and logs are in ${folder.path}. Ctrl-C stops everything.`;
}

async function migrate(config: StartConfig): Promise<void> {
  say('Opening the database…');
  const connection = await connectDatabase(config.registryDatabaseUrl);
  try {
    const applied = await applyMigrations(
      connection.adapter,
      join(repositoryFolder, 'prisma/registry'),
    );
    if (applied.length > 0)
      say(`Applied ${applied.length} migration(s) to the registry's database.`);
  } finally {
    await connection.close();
  }
}

/** Leaves the operator's command line what it needs to find this platform. */
async function writeOperatorFile(config: StartConfig, folder: DataFolder): Promise<string> {
  const operatorToken = config.environment.OPERATOR_TOKEN || newToken();
  await folder.writeJson('operator.json', {
    registryInternalUrl: `http://localhost:${config.registryInternalPort}`,
    oauthInternalUrl: `http://localhost:${config.oauthInternalPort}`,
    operatorToken,
  });
  return operatorToken;
}

function startRegistry(
  config: StartConfig,
  folder: DataFolder,
  operatorToken: string,
): Promise<ServiceProcess> {
  say('Starting the registry…');
  return ServiceProcess.start({
    name: 'registry',
    main: join(repositoryFolder, 'services/registry/src/main.ts'),
    logFile: folder.file('registry.log'),
    readyUrl: `http://localhost:${config.registryInternalPort}/readyz`,
    environment: {
      ...config.environment,
      REGISTRY_PORT: String(config.registryPort),
      REGISTRY_INTERNAL_PORT: String(config.registryInternalPort),
      REGISTRY_DATABASE_URL: config.registryDatabaseUrl,
      SERVICE_TOKEN: config.environment.SERVICE_TOKEN || newToken(),
      OPERATOR_TOKEN: operatorToken,
    },
  });
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function stopOnSignal(services: ServiceProcess[]): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping.abort();
      for (const service of services) void service.stop();
    });
  }
  return stopping.signal;
}

async function unexpectedEnd(name: string, ended: Promise<void>, stopping: AbortSignal) {
  await ended;
  if (!stopping.aborted)
    throw new Error(`The ${name} ended. Its log, in the data folder, says why.`);
}

try {
  await start(readStartConfig());
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
