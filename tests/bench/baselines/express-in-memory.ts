/** Bare Express 5 with everything in memory, and a bearer compared as text. */
import { readFileSync } from 'node:fs';
import express from 'express';
import pg from 'pg';

export type ExpressInMemorySetup = {
  /** A database of express-with-pg.ts. All of it is read at the start. */
  databaseUrl: string;
  apiKey: string;
};

const { port, databaseUrl, apiKey } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as ExpressInMemorySetup & { port: number };

const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const versions = new Map<string, object>();
const latest = new Map<string, string>();
const { rows: apps } = await client.query(`
  SELECT name, latest_version, visibility, title, description, tags
  FROM app WHERE visibility = 'public' ORDER BY name COLLATE "C"`);
for (const { name, latest_version } of apps) latest.set(name, `${name}-${latest_version}`);
const { rows } = await client.query(`
  SELECT a.name || '-' || v.version AS id, v.definition, v.created_at
  FROM app a JOIN app_version v ON v.app_id = a.id`);
for (const { id, definition, created_at } of rows) versions.set(id, { definition, created_at });
await client.end();

const places = new Map(apps.map(({ name }, index) => [name, index]));
const server = express();

server.use((request, response, next) => {
  if (request.headers.authorization === `Bearer ${apiKey}`) next();
  else response.status(401).end();
});
server.use(express.json());

server.get('/v1/apps/available/:appVersion', (request, response) => {
  const { appVersion } = request.params;
  const found = versions.get(latest.get(appVersion) ?? appVersion);
  if (found) response.json({ data: found });
  else response.status(404).end();
});

server.get('/v1/apps/available', (request, response) => {
  const { 'page[after]': cursor = '' } = request.query;
  const after = Buffer.from(String(cursor), 'base64url').toString();
  const first = (places.get(after) ?? -1) + 1;
  response.json({ data: apps.slice(first, first + 100) });
});

server.post('/v1/apps/available', (request, response) => {
  const { app, version } = request.body;
  const id = `${app}-${version}`;
  versions.set(id, { definition: request.body, created_at: new Date() });
  response.status(201).json({ data: { id, definition: request.body } });
});

server.listen(port, '127.0.0.1');
