/**
 * The baseline of registrations: the rows that the registry writes, by SQL written by hand and `pg`
 * alone, in one transaction each. It checks nothing and speaks no HTTP.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { namespacedAttribute } from '@app-platform/contracts';
import pg from 'pg';
import { appId, DefinitionBytes, IDENTIFIER } from './bench-definitions.ts';

/** What the benchmark sends first. */
export type BareInsertsSetup = { databaseUrl: string; organizationId: string; connections: number };
/** What it sends for each measurement; the answer is a `Work`. */
export type InsertsOrder = { seconds: number; concurrency: number; mostRequests: number };

type Definition = {
  version: string;
  title: string;
  description: string;
  tags: string[];
  redirectUris: string[];
  klasses: {
    name: string;
    metadata: { properties: Record<string, { displayName: string; example: string }> };
  }[];
};

const statements = {
  app: `INSERT INTO app
    (name, organization_id, visibility, identifier, client_id, operator_tags)
    VALUES ($1, $2, 'private', $3, $4, '{}') RETURNING id`,
  version: `INSERT INTO app_version
    (app_id, version, precedence, definition, title, description, tags, dependencies,
     redirect_uris, defects)
    VALUES ($1, $2, $2, $3, $4, $5, $6, '{}', $7, '[]') RETURNING id`,
  attributes: `INSERT INTO attribute
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])`,
  latest: `UPDATE app SET latest_version_id = $2, highest_version = $3, title = $4, tags = $5,
      search_text = lower(concat_ws(E'\\n', name, $4::text, $6::text))
    WHERE id = $1`,
  audit: `INSERT INTO audit_event
    (organization_id, actor_type, actor_id, action, subject, request_id, address, after)
    VALUES ($1, 'api_key', $2, 'app_version.registered', $3, $4, '127.0.0.1', $5)`,
};

const definitions = new DefinitionBytes();
const ACTOR = '00000000-0000-4000-8000-000000000000';
let registered = 0;

async function insert(client: pg.PoolClient, organizationId: string): Promise<void> {
  registered += 1;
  const app = appId(registered);
  const text = definitions.withApp(app).toString();
  const name = `${app}_${organizationId}`;
  const definition: Definition = JSON.parse(text);
  const { version, title, description, tags, redirectUris } = definition;
  const visible = { version, visibility: 'private', identifier: IDENTIFIER };

  await client.query('BEGIN');
  const id = await run(client, 'app', [name, organizationId, IDENTIFIER, newClientId()]);
  const row = [id, version, text, title, description, tags, redirectUris];
  const versionId = await run(client, 'version', row);
  await run(client, 'attributes', [versionId, ...attributeColumns(definition)]);
  await run(client, 'latest', [id, versionId, version, title, tags, description]);
  const subject = `${name}-${version}`;
  const audit = [organizationId, ACTOR, subject, randomUUID(), JSON.stringify(visible)];
  await run(client, 'audit', audit);
  await client.query('COMMIT');
}

/** A statement with a name is parsed and planned once for each connection. */
async function run(client: pg.PoolClient, name: keyof typeof statements, values: unknown[]) {
  const text = statements[name];
  const { rows } = await client.query<{ id: string }>({ name, text, values });
  return rows[0]?.id;
}

function newClientId(): string {
  return randomBytes(12).toString('hex');
}

function attributeColumns({ klasses }: Definition): string[][] {
  const attributes = klasses.flatMap(({ name, metadata }) =>
    Object.entries(metadata.properties).map(([attribute, { displayName, example }]) => ({
      ...{ klass: name, displayName, example },
      name: namespacedAttribute(IDENTIFIER, attribute),
    })),
  );
  return (['klass', 'name', 'displayName', 'example'] as const).map((column) =>
    attributes.map((attribute) => attribute[column]),
  );
}

async function work(pool: pg.Pool, organizationId: string, order: InsertsOrder) {
  const startedAt = performance.now();
  const deadline = startedAt + order.seconds * 1000;
  let requests = 0;
  const insertInTurn = async () => {
    const client = await pool.connect();
    while (performance.now() < deadline && requests < order.mostRequests) {
      requests += 1;
      await insert(client, organizationId);
    }
    client.release();
  };
  await Promise.all(Array.from({ length: order.concurrency }, insertInTurn));
  return { requests, seconds: (performance.now() - startedAt) / 1000 };
}

process.once('message', async (message) => {
  const { databaseUrl, organizationId, connections } = message as BareInsertsSetup;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    idleTimeoutMillis: 0,
  });
  await pool.query(`INSERT INTO organization (id, name) VALUES ($1, 'Bench')`, [organizationId]);
  process.on('message', async (order) => {
    process.send?.(await work(pool, organizationId, order as InsertsOrder));
  });
  process.send?.({ ready: true });
});
// Nobody is left to work for.
process.on('disconnect', () => process.exit());
