import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { applyMigrations, connectDatabase } from '@app-platform/runtime/database';
import { tokens } from '@app-platform/testing/credentials';
import { postJson } from '@app-platform/testing/http/api-caller';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { seedRegistry } from '@app-platform/testing/seed/seed-registry';
import { secrets, withoutRateLimits } from '../platform/service-environment.ts';
import type { Side } from './measure.ts';
import {
  freeServicePorts,
  type Ports,
  type Servers,
  startBaseline,
  startService,
} from './servers.ts';

const VERSIONS_PER_APP = 10;
const ORGANIZATIONS = 1_000;
/** How many app versions are read at random. */
const SAMPLED_VERSIONS = 100_000;

/** A public app version that the reads may ask for. */
export type SampledVersion = { name: string; version: string };

/** A seeded registry, and both baselines with the same rows. */
export type RegistryDataset = {
  databaseName: string;
  organizationId: string;
  /** Valid on all sides. */
  apiKey: string;
  /** In random order. */
  sampledVersions: SampledVersion[];
  ours: Side;
  baselines: { baseline: BaselineName; side: Side }[];
};

/** Programs of `baselines/`. */
export type BaselineName = 'express-with-pg' | 'express-in-memory';

export type DatasetOptions = {
  versions: number;
  organizations?: number;
  /** Whether each organization has the API key of its number, and five apps installed. */
  hasKeyOfEach?: boolean;
  /** Of the database; made of the size where it is left out. */
  name?: string;
  baselines: readonly BaselineName[];
  /** Copies to the baselines only the tables that the directory reads. */
  isDirectoryOnly?: boolean;
  /** Variables of the registry, besides the usual ones. */
  environment?: Record<string, string>;
  ports?: Ports;
};

/** Seeds a registry, starts it, and starts the baselines on the same rows. */
export async function startRegistryDataset(
  servers: Servers,
  options: DatasetOptions,
): Promise<RegistryDataset> {
  const { versions, baselines } = options;
  const databaseName = options.name ?? `registry_${versions}`;
  servers.report(`Seeding a registry with ${versions.toLocaleString('en')} app versions…`);
  await seed(servers, databaseName, options);
  if (options.hasKeyOfEach) await servers.ours.query(databaseName, KEY_OF_EACH);
  const ports = options.ports ?? (await freeServicePorts());
  const ours = await startRegistry(servers, databaseName, ports, options.environment);
  const { organizationId, apiKey } = await newApiKey(ports.internalPort);
  if (baselines.length > 0) {
    const tables = options.isDirectoryOnly ? ['api_key', 'app'] : Object.keys(COPIED);
    await copyToBaseline(servers, databaseName, tables);
  }
  const sampledVersions = await sampleVersions(servers, databaseName);
  const common = { databaseName, organizationId, apiKey, sampledVersions, ours };
  const started = baselines.map(async (baseline) => ({
    baseline,
    side: await startBaselineSide(servers, baseline, common),
  }));
  return { ...common, baselines: await Promise.all(started) };
}

async function startBaselineSide(
  { baseline: postgresql, folder }: Servers,
  baseline: BaselineName,
  { databaseName, apiKey }: Pick<RegistryDataset, 'databaseName' | 'apiKey'>,
): Promise<Side> {
  const setup = { databaseUrl: postgresql.urlOf(databaseName), apiKey };
  const { port, processId } = await startBaseline(baseline, folder, setup);
  const usesDatabase = baseline === 'express-with-pg';
  return {
    name: usesDatabase ? 'Express with pg' : 'bare Express in memory',
    port,
    processes: {
      node: [processId],
      postgresql: usesDatabase ? [postgresql.processId] : [],
      redis: [],
    },
  };
}

const KEY_OF_EACH = `
  UPDATE api_key k SET roles = '{org.admin,org.permission}',
    digest = sha256(convert_to('apk_' || lpad(o.number::text, 43, '0'), 'UTF8'))
  FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM organization) o
  WHERE k.organization_id = o.id;
  INSERT INTO installation (organization_id, app_id, app_version_id)
  SELECT o.id, a.id, v.id
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM organization) o
  CROSS JOIN generate_series(0, 4) nth
  JOIN (SELECT id, version, row_number() OVER (ORDER BY id) - 1 AS place FROM app WHERE visibility = 'public') a
    ON a.place = (o.number * 7 + nth) % (SELECT count(*) FROM app WHERE visibility = 'public')
  JOIN app_version v ON v.app_id = a.id AND v.version = a.version
  ON CONFLICT DO NOTHING;
  ANALYZE`;

async function seed(
  servers: Servers,
  databaseName: string,
  { versions, organizations }: DatasetOptions,
): Promise<void> {
  const migrations = join(repositoryFolder, 'prisma/registry');
  await servers.ours.query('postgres', `CREATE DATABASE ${databaseName}`);
  const url = servers.ours.urlOf(databaseName);
  const connection = await connectDatabase(url, { statementTimeoutMilliseconds: 0 });
  const apps = versions / VERSIONS_PER_APP;
  try {
    await applyMigrations(connection.adapter, migrations);
    const size = { organizations: organizations ?? Math.min(apps, ORGANIZATIONS), apps, versions };
    await seedRegistry(connection, migrations, size, everyTenSeconds(servers.report));
  } finally {
    await connection.close();
  }
  await servers.ours.query('postgres', 'CHECKPOINT');
}

function everyTenSeconds(report: (text: string) => void): (text: string) => void {
  let reportedAt = performance.now();
  return (text) => {
    if (performance.now() - reportedAt < 10_000) return;
    reportedAt = performance.now();
    report(`  ${text}`);
  };
}

async function startRegistry(
  servers: Servers,
  databaseName: string,
  ports: Ports,
  environment: Record<string, string> = {},
): Promise<Side> {
  const { ours, redis } = servers;
  const processId = await startService(servers, 'registry', ports, {
    ...secrets(),
    ...withoutRateLimits,
    REGISTRY_DATABASE_URL: ours.urlOf(databaseName),
    REDIS_URL: redis.url,
    ...environment,
  });
  const processes = {
    node: [processId],
    postgresql: [ours.processId],
    redis: [redis.processId],
  };
  return { name: 'ours', port: ports.port, processes };
}

async function newApiKey(internalPort: number) {
  const organizations = `http://127.0.0.1:${internalPort}/internal/organizations`;
  const post = (url: string, body: object) => postJson(url, tokens.operatorToken, body);
  const { id: organizationId } = await post(organizations, { name: 'Bench' });
  const roles = ['org.admin', 'org.permission'];
  const { key: apiKey } = await post(`${organizations}/${organizationId}/api-keys`, { roles });
  return { organizationId, apiKey };
}

async function sampleVersions({ ours }: Servers, databaseName: string) {
  const rows = await ours.query(
    databaseName,
    `SELECT a.name, v.version FROM app a JOIN app_version v ON v.app_id = a.id
     WHERE a.visibility = 'public' ORDER BY md5(v.id::text) LIMIT ${SAMPLED_VERSIONS}`,
  );
  return rows as SampledVersion[];
}

/** The rows of our registry, for the tables of the baseline. The directory reads the first two only. */
const COPIED = {
  api_key: 'SELECT digest, organization_id FROM api_key',
  app: `
    SELECT id, name, organization_id, visibility, highest_version, title,
      description, tags, search_text
    FROM app`,
  app_version: 'SELECT app_id, version, definition, created_at FROM app_version',
  installation: `
    SELECT i.organization_id, i.app_id, v.version, i.installed_at
    FROM installation i JOIN app_version v ON v.id = i.app_version_id`,
  attribute: `
    SELECT v.app_id, v.version, t.klass, t.name, t.display_name, t.example
    FROM attribute t JOIN app_version v ON v.id = t.app_version_id`,
  audit_event:
    'SELECT id, at, organization_id, action, subject FROM audit_event WHERE organization_id IS NOT NULL',
};

async function copyToBaseline(
  { ours, baseline, report }: Servers,
  name: string,
  copied: string[],
): Promise<void> {
  report('Copying its rows to the baseline…');
  await baseline.query('postgres', `CREATE DATABASE ${name}`);
  const tables = join(import.meta.dirname, 'baselines/registry-tables.sql');
  await baseline.query(name, await readFile(tables, 'utf8'));
  for (const [table, select] of Object.entries(COPIED).filter(([one]) => copied.includes(one))) {
    await promisify(execFile)('sh', [
      '-c',
      'psql "$0" --quiet -c "COPY ($1) TO STDOUT" | psql "$2" --quiet -c "COPY $3 FROM STDIN"',
      ...[ours.urlOf(name), select, baseline.urlOf(name), table],
    ]);
  }
  await baseline.query(
    name,
    `SELECT setval('app_id_seq', max(id)) FROM app;
     SELECT setval('audit_event_id_seq', (SELECT max(id) FROM audit_event))`,
  );
  await baseline.query(name, 'VACUUM (ANALYZE)');
  await baseline.query('postgres', 'CHECKPOINT');
}
