import type { Server } from 'node:http';
import { startTutorialApp } from '@app-platform/testing/tutorial-app';
import { type Ports, portVariables, readStartConfig, type StartConfig } from './config.ts';
import { DataFolder, readSecrets } from './start/data-folder.ts';
import {
  addressesOf,
  migrateService,
  refuseTakenPort,
  type ServiceProcess,
  startService,
} from './start/services.ts';
import { demonstration, tutorial } from './start/tutorial.ts';

const say = (text: string) => console.error(text);

async function start(config: StartConfig): Promise<void> {
  for (const [name, port] of Object.entries(config.ports)) {
    await refuseTakenPort(port, portVariables[name as keyof Ports]);
  }
  const folder = await DataFolder.open(config.dataFolder);
  const services: ServiceProcess[] = [];
  const stopping = stopOnSignal(services);
  let tutorialApp: Server | undefined;
  try {
    await migrate(config);
    const secrets = await readSecrets(folder, config.environment);
    const addresses = addressesOf(config);
    const { registryInternalUrl, oauthInternalUrl } = addresses;
    const { operatorToken } = secrets;
    await folder.writeJson('operator.json', {
      registryInternalUrl,
      oauthInternalUrl,
      operatorToken,
    });
    say('Starting the registry and the OAuth service…');
    services.push(await startService('registry', config, folder, secrets));
    services.push(await startService('oauth', config, folder, secrets));
    const demo = await demonstration(folder, addresses, operatorToken);
    tutorialApp = await startTutorialApp(config.ports.tutorial);
    const redirectUri = `http://localhost:${config.ports.tutorial}/callback`;
    console.log(`
The registry answers at ${addresses.baseUrl} (documentation: ${addresses.baseUrl}/docs,
console: ${addresses.baseUrl}/console, sign in as ${demo.email} with the password ${demo.password}),
the OAuth service at ${addresses.oauthUrl}. The organization "Demonstration" has the id
${demo.organizationId} and the API key ${demo.apiKey}

${await tutorial(addresses, demo, redirectUri)}

Data and logs are in ${folder.path}. Ctrl-C stops everything.`);
    await Promise.race(services.map(({ name, ended }) => unexpectedEnd(name, ended, stopping)));
  } finally {
    // An open server would keep this process alive.
    tutorialApp?.close();
    await Promise.all(services.map((service) => service.stop()));
    await folder.release();
  }
}

async function migrate(config: StartConfig): Promise<void> {
  say('Opening the databases…');
  const registry = await migrateService('registry', config.registryDatabaseUrl);
  const oauth = await migrateService('oauth', config.oauthDatabaseUrl);
  if (registry + oauth > 0) say(`Applied ${registry + oauth} migration(s).`);
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
  if (!stopping.aborted) {
    throw new Error(`The ${name} service ended. Its log, in the data folder, says why.`);
  }
}

try {
  await start(readStartConfig());
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
