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
import { applyLoad, type Exchange, httpRequest, revalidationRequest } from './http-load.ts';
import { MeasuredProcess } from './measured-process.ts';
import type { Page, Registry } from './registry.ts';
import type { Scenario, Side, Work } from './rounds.ts';

/** Of readers. */
const CONNECTIONS = 8;
/** How many registrations are under way at once: most first, see the token requests. */
const REGISTRATIONS = [32, 8, 1];
/** Bounds, whatever the machine can do: a measurement must not fill a disk. */
const MOST_READS = 200_000;
const MOST_REGISTRATIONS = 5_000;

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
  const attributes = await registry.read(apiKey, '/v1/apps/metadata');
  const definition = await registry.read(apiKey, `/v1/apps/available/${version}`);
  const setup: BareExpressSetup = { bearer: apiKey, pages: [attributes, definition] };
  const { port } = await bareExpress.ask<{ port: number }>(setup);
  const scenario = (
    named: Pick<Scenario, 'name' | 'target'>,
    exchange: Exchange,
    ofBaseline = exchange,
  ): Scenario => ({
    ...named,
    ours: reading(registry.process, registry.port, exchange),
    baseline: reading(bareExpress, port, ofBaseline),
  });
  const listing = `GET /v1/apps/metadata, ${REGISTRY_ATTRIBUTES} attributes`;
  const unchanged = `${listing}, unchanged since (304)`;
  const revalidation = revalidates(apiKey, attributes);
  // The tag that Express makes of the bytes, each time anew.
  const tagged = { ...attributes, etag: await entityTag(port, apiKey, attributes.path) };
  return [
    scenario({ name: listing, target: 0.8 }, reads(apiKey, attributes)),
    scenario(
      { name: `${unchanged}, against Express's own tag`, target: 0.8 },
      revalidation,
      revalidates(apiKey, tagged),
    ),
    scenario({ name: `${unchanged}, against a tag compared as text`, target: 0.8 }, revalidation),
    scenario(
      { name: 'GET /v1/apps/available/{appVersion}, 20 KiB definition' },
      reads(apiKey, definition),
    ),
  ];
}

async function entityTag(port: number, bearer: string, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${bearer}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await response.body?.cancel();
  return response.headers.get('etag') ?? '';
}

function reads(bearer: string, page: Page): Exchange {
  const bytes = Buffer.from(page.body);
  return {
    request: httpRequest('GET', page.path, bearer),
    isAnswered: ({ status, contentType, body }) =>
      status === 200 && contentType === page.contentType && body.equals(bytes),
  };
}

function revalidates(bearer: string, { path, etag }: Page): Exchange {
  return {
    request: revalidationRequest(path, bearer, etag),
    isAnswered: ({ status, body }) => status === 304 && body.length === 0,
  };
}

function reading(process: MeasuredProcess, port: number, exchange: Exchange): Side {
  const next = () => exchange;
  const load = { port, connections: CONNECTIONS, mostRequests: MOST_READS, staysAwake: true, next };
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
    connections: Math.max(...REGISTRATIONS),
  };
  await bareInserts.ask(setup);
  const next = registrations(id, apiKey);
  const what = `20 KiB definition, ${DEFINITION_ATTRIBUTES} attributes`;
  return REGISTRATIONS.map((concurrency) => ({
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
