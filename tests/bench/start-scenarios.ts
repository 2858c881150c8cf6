import { freePort } from '../flow/free-ports.ts';
import type { BareExpressSetup } from './bare-express.ts';
import { processEnvironment } from './config.ts';
import { MeasuredProcess } from './measured-process.ts';
import type { Platform, PlatformOptions } from './platform.ts';
import { startService } from './service-process.ts';
import type { Start, StartScenario } from './starts.ts';
import { strippedProgram } from './stripped-program.ts';

const targets = { start: 0.4, idleMemory: 0.6 };

/** How long each service takes to start beside the one that serves, against bare programs. */
export async function startScenarios(
  { environments }: Platform,
  options: PlatformOptions,
): Promise<StartScenario[]> {
  const ours =
    (name: 'registry' | 'oauth'): Start =>
    async () => {
      const ports = await portsOf(name);
      const process = await startService(
        name,
        { ...environments[name], ...ports.variables },
        options,
      );
      return ready(process, ports.internalPort);
    };
  const { launcher, registryDatabaseUrl } = options;
  const bare = async (program: string, setup: object): Promise<Start> => {
    const parameters = [await strippedProgram(program)];
    const start = { name: program, parameters, environment: processEnvironment(), launcher };
    return () => answering(new MeasuredProcess(start), setup);
  };
  return [
    {
      name: 'start of registry, against bare Express with pg',
      targets,
      ours: ours('registry'),
      baseline: await bare('bare-express', bareExpress(registryDatabaseUrl)),
    },
    {
      name: 'start of oauth, against bare oidc-provider',
      targets,
      ours: ours('oauth'),
      baseline: await bare('bare-oidc-provider', bareProvider),
    },
  ];
}

async function portsOf(name: 'registry' | 'oauth') {
  const internalPort = await freePort();
  const prefix = name.toUpperCase();
  const variables = { [`${prefix}_PORT`]: '0', [`${prefix}_INTERNAL_PORT`]: `${internalPort}` };
  return { internalPort, variables };
}

/** As Kubernetes asks before it sends anything. */
async function ready(process: MeasuredProcess, internalPort: number): Promise<MeasuredProcess> {
  const answer = await fetch(`http://127.0.0.1:${internalPort}/readyz`);
  await answer.body?.cancel();
  if (answer.status === 200) return process;
  await process.stop();
  throw new Error(`The ${process.name} service is not ready.`);
}

const PAGE = { path: '/', contentType: 'text/plain', body: 'ready' };
const bareExpress = (databaseUrl: string): BareExpressSetup => ({
  bearer: '',
  pages: [PAGE],
  databaseUrl,
});
const bareProvider = {
  audience: 'http://localhost',
  scope: 'any',
  organizationId: '',
  client: { id: 'client', secret: 'secret', redirectUri: 'http://localhost/' },
};

/** Started, and asked for something: whatever the answer is. */
async function answering(process: MeasuredProcess, setup: object): Promise<MeasuredProcess> {
  const { port } = await process.ask<{ port: number }>(setup);
  const answer = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`);
  await answer.body?.cancel();
  return process;
}
