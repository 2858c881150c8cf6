import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CreatedApiKey } from '@app-platform/contracts';
import { connectDatabase } from '@app-platform/service-kit/database';
import { seedRegistry } from '@app-platform/workbench/seed';
import { freePort } from '../flow/free-ports.ts';
import { FreshConnection } from './fresh-connection.ts';
import type { Answer } from './http-connection.ts';
import { applyLoad, httpRequest } from './http-load.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Platform } from './platform.ts';
import type { ScratchDatabases } from './scratch-databases.ts';
import { type ServicePlace, startService } from './service-process.ts';

export type SeededSize = { organizations: number; apps: number; versions: number };

export type SeedingPlace = ServicePlace & {
  databases: ScratchDatabases;
  /** To be stopped at the end. */
  processes: MeasuredProcess[];
};

const SECOND_MILLISECONDS = 1_000;
const WARM_CONNECTIONS = 8;
const WARM_SECONDS_AT_MOST = 60;
/** The organization that asks: it has an app of its own, and has installed others. */
const ORGANIZATION = 5;

/** A registry with many rows, which is asked one thing after the other. */
export class SeededRegistry {
  readonly databaseUrl: string;
  readonly organizationId: string;
  /** The name of the organization's app, which is public, and its client. */
  readonly app: string;
  readonly clientId: string;
  readonly #port: number;
  readonly #apiKey: string;
  readonly #serviceToken: string;
  readonly #public: FreshConnection;
  readonly #internal: FreshConnection;

  private constructor(
    found: Pick<SeededRegistry, 'databaseUrl' | 'organizationId' | 'app' | 'clientId'>,
    credentials: { apiKey: string; serviceToken: string },
    ports: { public: number; internal: number },
  ) {
    this.databaseUrl = found.databaseUrl;
    this.organizationId = found.organizationId;
    this.app = found.app;
    this.clientId = found.clientId;
    this.#apiKey = credentials.apiKey;
    this.#serviceToken = credentials.serviceToken;
    this.#port = ports.public;
    this.#public = new FreshConnection(ports.public);
    this.#internal = new FreshConnection(ports.internal);
  }

  static async start(
    platform: Platform,
    place: SeedingPlace,
    size: SeededSize,
    say: (text: string) => void,
  ): Promise<SeededRegistry> {
    const databaseUrl = await place.databases.create('registry');
    await seed(databaseUrl, size, say);
    const [port, internalPort] = [await freePort(), await freePort()];
    const environment = {
      ...platform.environments.registry,
      REGISTRY_PORT: String(port),
      REGISTRY_INTERNAL_PORT: String(internalPort),
      REGISTRY_DATABASE_URL: databaseUrl,
    };
    place.processes.push(await startService('registry', environment, place));
    const organizationId = digest(`organization ${ORGANIZATION}`);
    const rows = await place.databases.query(
      databaseUrl,
      `SELECT name, client_id FROM app WHERE organization_id = '${organizationId}' ORDER BY id LIMIT 1`,
    );
    const { operatorToken } = platform.addresses;
    const apiKey = await newApiKey(internalPort, operatorToken, organizationId);
    return new SeededRegistry(
      {
        databaseUrl,
        organizationId,
        app: String(rows[0]?.name),
        clientId: String(rows[0]?.client_id),
      },
      { apiKey, serviceToken: platform.serviceToken },
      { public: port, internal: internalPort },
    );
  }

  /** Reads that often, several at once, so that what is measured then is compiled. */
  async warmUp(path: string, requests: number): Promise<void> {
    const exchange = {
      request: httpRequest('GET', path, this.#apiKey),
      isAnswered: ({ status }: Answer) => status === 200,
    };
    await applyLoad({
      port: this.#port,
      connections: WARM_CONNECTIONS,
      seconds: WARM_SECONDS_AT_MOST,
      mostRequests: requests,
      next: () => exchange,
    });
  }

  /** @returns the milliseconds until the answer, and its body */
  async ask(method: string, path: string, body?: object, isInternal = false) {
    const bearer = isInternal ? this.#serviceToken : this.#apiKey;
    const connection = isInternal ? this.#internal : this.#public;
    const bytes = body && Buffer.from(JSON.stringify(body));
    const request = httpRequest(method, path, bearer, bytes);
    const { answer, milliseconds } = await connection.send(request);
    const text = answer.body.toString();
    if (answer.status >= 200 && answer.status < 300) return { milliseconds, text };
    throw new Error(`${method} ${path} answered ${answer.status} ${text}`);
  }
}

async function seed(url: string, size: SeededSize, say: (text: string) => void): Promise<void> {
  const { organizations, versions } = size;
  say(`Seeding a registry with ${organizations} organizations and ${versions} app versions…`);
  const connection = await connectDatabase(url, { statementTimeoutMilliseconds: 0 });
  let saidAt = performance.now();
  try {
    await seedRegistry(
      connection,
      join(import.meta.dirname, '../../prisma/registry'),
      size,
      (text) => {
        if (performance.now() - saidAt < SECOND_MILLISECONDS) return;
        saidAt = performance.now();
        say(`  ${text}`);
      },
    );
  } finally {
    await connection.close();
  }
}

async function newApiKey(port: number, bearer: string, organizationId: string): Promise<string> {
  const url = `http://127.0.0.1:${port}/internal/organizations/${organizationId}/api-keys`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ roles: ['org.admin', 'org.permission'] }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${text}`);
  return (JSON.parse(text) as CreatedApiKey).key;
}

/** As the seeding makes ids. */
function digest(text: string): string {
  return createHash('md5').update(text).digest('hex').slice(0, 24);
}
