import { join } from 'node:path';
import type { BareExpressSetup } from './bare-express.ts';
import type { BareInsertsSetup, InsertsOrder } from './bare-inserts.ts';
import {
  appId,
  DEFINITION_ATTRIBUTES,
  DefinitionBytes,
  manyAttributes,
  REGISTRY_ATTRIBUTES,
} from './bench-definitions.ts';
import { processEnvironment } from './config.ts';
import { applyLoad, type Exchange, httpRequest } from './http-load.ts';
import { MeasuredProcess } from './measured-process.ts';
import type { Registry } from './registry.ts';
import type { Scenario, Side, Work } from './rounds.ts';

const CONNECTIONS = 8;
/** Bounds, whatever the machine can do: a measurement must not fill a disk. */
const MOST_READS = 200_000;
const MOST_REGISTRATIONS = 5_000;

type Page = { path: string; contentType: string; body: string };

/** Starts one of the programs beside this file. */
export function startBaseline(
  program: string,
  launcher: string[],
  name = program,
): MeasuredProcess {
  const parameters = [join(import.meta.dirname, `${program}.ts`)];
  return new MeasuredProcess({ name, parameters, environment: processEnvironment(), launcher });
}

/** Reads through the registry, against the same bytes from a bare Express. */
export async function readScenarios(
  registry: Registry,
  bareExpress: MeasuredProcess,
): Promise<Scenario[]> {
  const { apiKey } = await registry.newOrganization();
  await registry.register(apiKey, JSON.stringify(manyAttributes()));
  const version = await registry.register(apiKey, new DefinitionBytes().withApp(appId(0)));
  const paths = ['/v1/apps/metadata/customer', `/v1/apps/available/${version}`];
  const pages = await Promise.all(
    paths.map(async (path) => ({ path, ...(await registry.read(apiKey, path)) })),
  );
  const setup: BareExpressSetup = { bearer: apiKey, pages };
  const { port } = await bareExpress.ask<{ port: number }>(setup);
  const named: Pick<Scenario, 'name' | 'target'>[] = [
    { name: `GET /v1/apps/metadata/{klass}, ${REGISTRY_ATTRIBUTES} attributes`, target: 0.8 },
    { name: 'GET /v1/apps/available/{appVersion}, 20 KiB definition' },
  ];
  return pages.map((page, index) => ({
    ...(named[index] ?? { name: page.path }),
    ours: reading(registry.process, registry.port, apiKey, page),
    baseline: reading(bareExpress, port, apiKey, page),
  }));
}

function reading(process: MeasuredProcess, port: number, bearer: string, page: Page): Side {
  const bytes = Buffer.from(page.body);
  const exchange: Exchange = {
    request: httpRequest('GET', page.path, bearer),
    isAnswered: ({ status, contentType, body }) =>
      status === 200 && contentType === page.contentType && body.equals(bytes),
  };
  const load = { port, connections: CONNECTIONS, mostRequests: MOST_READS, next: () => exchange };
  return { processes: [process], work: (seconds) => applyLoad({ ...load, seconds }) };
}

/** Registrations through the registry, against their rows inserted by `pg` alone. */
export async function registrationScenarios(
  registry: Registry,
  bareInserts: MeasuredProcess,
  baselineDatabaseUrl: string,
): Promise<Scenario[]> {
  const { id, apiKey } = await registry.newOrganization();
  const setup: BareInsertsSetup = {
    databaseUrl: baselineDatabaseUrl,
    organizationId: id,
    connections: CONNECTIONS,
  };
  await bareInserts.ask(setup);
  const next = registrations(id, apiKey);
  const what = `20 KiB definition, ${DEFINITION_ATTRIBUTES} attributes`;
  return [1, CONNECTIONS].map((concurrency) => ({
    name: `POST /v1/apps/available, ${what}, ${concurrency === 1 ? 'one by one' : `${concurrency} at once`}`,
    target: 0.6,
    ours: registering(registry, next, concurrency),
    baseline: inserting(bareInserts, concurrency),
  }));
}

function registering(registry: Registry, next: () => Exchange, connections: number): Side {
  const load = { port: registry.port, connections, mostRequests: MOST_REGISTRATIONS, next };
  return { processes: [registry.process], work: (seconds) => applyLoad({ ...load, seconds }) };
}

function inserting(bareInserts: MeasuredProcess, concurrency: number): Side {
  const work = (seconds: number) => {
    const order: InsertsOrder = { seconds, concurrency, mostRequests: MOST_REGISTRATIONS };
    return bareInserts.ask<Work>(order);
  };
  return { processes: [bareInserts], work };
}

/** A new app each time. */
function registrations(organizationId: string, apiKey: string): () => Exchange {
  const definitions = new DefinitionBytes();
  let registered = 0;
  return () => {
    registered += 1;
    const app = appId(registered);
    const body = definitions.withApp(app);
    const created = `"id":"${app}_${organizationId}-1.1.0"`;
    return {
      request: httpRequest('POST', '/v1/apps/available', apiKey, body),
      isAnswered: (answer) => answer.status === 201 && answer.body.includes(created),
    };
  };
}
