/**
 * A registry as an engineer would write it in an afternoon: Express, Ajv, and one prepared `pg`
 * statement for each operation. Each statement looks up the API key too.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import express, { type Request } from 'express';
import pg from 'pg';

export type ExpressWithPgSetup = { databaseUrl: string };

const { port, databaseUrl } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as ExpressWithPgSetup & { port: number };

const pool = new pg.Pool({ connectionString: databaseUrl });

const READ_VERSION = {
  name: 'read-version',
  text: `
    SELECT v.definition, v.created_at
    FROM api_key k
    JOIN app a ON a.name = $2 AND (a.visibility = 'public' OR a.organization_id = k.organization_id)
    JOIN app_version v ON v.app_id = a.id AND v.version = $3
    WHERE k.digest = $1`,
};

const READ_LATEST = {
  name: 'read-latest',
  text: `
    SELECT v.definition, v.created_at
    FROM api_key k
    JOIN app a ON a.name = $2 AND (a.visibility = 'public' OR a.organization_id = k.organization_id)
    JOIN app_version v ON v.app_id = a.id AND v.version = a.latest_version
    WHERE k.digest = $1`,
};

const LIST_VERSIONS = {
  name: 'list-versions',
  text: `
    SELECT v.version, v.definition, v.created_at
    FROM api_key k
    JOIN app a ON a.name = $2 AND (a.visibility = 'public' OR a.organization_id = k.organization_id)
    JOIN app_version v ON v.app_id = a.id
    WHERE k.digest = $1
    ORDER BY v.created_at DESC LIMIT 100`,
};

const LISTED = 'a.name, a.latest_version, a.visibility, a.title, a.description, a.tags';

const LIST_APPS = {
  name: 'list-apps',
  text: `
    SELECT ${LISTED}
    FROM app a
    WHERE (a.visibility = 'public'
        OR a.organization_id = (SELECT organization_id FROM api_key WHERE digest = $1))
      AND a.name > $2
    ORDER BY a.name LIMIT 100`,
};

const SEARCH_APPS = {
  name: 'search-apps',
  text: `
    SELECT ${LISTED}
    FROM app a
    WHERE (a.visibility = 'public'
        OR a.organization_id = (SELECT organization_id FROM api_key WHERE digest = $1))
      AND a.search_text LIKE '%' || lower($2) || '%'
    ORDER BY a.name LIMIT 100`,
};

const LIST_INSTALLED = {
  name: 'list-installed',
  text: `
    SELECT a.name, a.title, i.version, a.latest_version, i.installed_at
    FROM api_key k
    JOIN installation i ON i.organization_id = k.organization_id
    JOIN app a ON a.id = i.app_id
    WHERE k.digest = $1
    ORDER BY a.name LIMIT 100`,
};

const LIST_ATTRIBUTES = {
  name: 'list-attributes',
  text: `
    SELECT t.name, t.display_name, t.example, a.name AS app, i.version
    FROM api_key k
    JOIN installation i ON i.organization_id = k.organization_id
    JOIN app a ON a.id = i.app_id
    JOIN attribute t ON t.app_id = i.app_id AND t.version = i.version AND t.klass = $2
    WHERE k.digest = $1
    ORDER BY t.name`,
};

const REGISTER = {
  name: 'register',
  text: `
    WITH put_app AS (
      INSERT INTO app
        (name, organization_id, visibility, latest_version, title, description, tags, search_text)
      SELECT $2::text, k.organization_id, $3, $4::text, $5::text, $6::text, $7,
        lower(concat_ws(E'\\n', $2, $5, $6))
      FROM api_key k WHERE k.digest = $1
      ON CONFLICT (name) DO UPDATE SET latest_version = excluded.latest_version,
        title = excluded.title, description = excluded.description, tags = excluded.tags,
        search_text = excluded.search_text
      WHERE app.organization_id = excluded.organization_id
      RETURNING id, organization_id
    ), version AS (
      INSERT INTO app_version (app_id, version, definition) SELECT id, $4, $8 FROM put_app
    )
    INSERT INTO audit_event (organization_id, action, subject)
    SELECT organization_id, 'app_version.registered', $2 || '-' || $4 FROM put_app
    RETURNING id`,
};

const FIND_APP = {
  name: 'find-app',
  text: `
    SELECT a.organization_id = k.organization_id AS own, a.latest_version
    FROM api_key k LEFT JOIN app a ON a.name = $2 WHERE k.digest = $1`,
};

const KEEP_PLAN = {
  name: 'keep-plan',
  text: `
    INSERT INTO plan (organization_id, effects)
    SELECT organization_id, $2 FROM api_key WHERE digest = $1 RETURNING id`,
};

type Definition = {
  app: string;
  version: string;
  title: string;
  description?: string;
  visibility?: 'public' | 'private';
  tags?: string[];
  klasses?: { name: string; metadata?: { properties?: object } }[];
  roles?: string[];
};

const isDefinition = new Ajv({ allErrors: true }).compile<Definition>({
  type: 'object',
  properties: {
    app: { type: 'string', pattern: '^[A-Za-z0-9_]{1,128}$' },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    title: { type: 'string', minLength: 1, maxLength: 256 },
    description: { type: 'string', maxLength: 4096 },
    visibility: { enum: ['public', 'private'] },
    identifier: { type: 'string', pattern: '^[A-Za-z0-9]{2,8}$' },
    tags: { type: 'array', items: { type: 'string' } },
    redirectUris: { type: 'array', items: { type: 'string' } },
    klasses: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, metadata: { type: 'object' } },
        required: ['name'],
      },
    },
    kviews: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, template: { type: 'string' } },
        required: ['name', 'template'],
      },
    },
  },
  required: ['app', 'version', 'title'],
});

/** What `api_key` holds of the key in a request's bearer header. */
function keyDigest(request: Request): Buffer {
  const [, key = ''] = (request.headers.authorization ?? '').split(' ');
  return createHash('sha256').update(key).digest();
}

/** @returns whether the key is known and the app is its organization's */
async function register(digest: Buffer, definition: Definition): Promise<boolean> {
  const { app, version, title, description = '', visibility = 'public', tags = [] } = definition;
  const values = [digest, app, visibility, version, title, description, tags, definition];
  const { rows } = await pool.query({ ...REGISTER, values });
  return rows.length > 0;
}

const server = express();
server.use(express.json({ limit: '1mb' }));

server.post('/v1/apps/available', async (request, response) => {
  if (!isDefinition(request.body)) {
    response.status(400).json({ errors: isDefinition.errors });
    return;
  }
  if (!(await register(keyDigest(request), request.body))) {
    response.status(403).json({ errors: ['The key is unknown, or the app is not yours.'] });
    return;
  }
  const { app, version } = request.body;
  response.status(201).json({ data: { id: `${app}-${version}`, definition: request.body } });
});

server.post('/v1/apps/validate', async (request, response) => {
  const valid = isDefinition(request.body);
  const errors: object[] = [...(isDefinition.errors ?? [])];
  if (valid) {
    const { app, version } = request.body;
    const { rows } = await pool.query({ ...FIND_APP, values: [keyDigest(request), app] });
    if (rows[0]?.own === false) errors.push({ message: 'This app is not yours.' });
    if (rows[0]?.latest_version === version) errors.push({ message: 'This version exists.' });
  }
  response.json({ data: { valid: errors.length === 0, errors } });
});

server.post('/v1/apps/plan', async (request, response) => {
  const { app, to } = request.body;
  const digest = keyDigest(request);
  const { rows } = await pool.query({ ...READ_VERSION, values: [digest, app, to] });
  if (rows.length === 0) {
    response.status(404).json({ errors: ['There is no such app version.'] });
    return;
  }
  const { klasses = [], roles = [] } = rows[0].definition as Definition;
  const attributes = klasses.flatMap(({ name, metadata }) =>
    Object.keys(metadata?.properties ?? {}).map((attribute) => ({ klass: name, attribute })),
  );
  const effects = { app, to, attributes, roles };
  const kept = await pool.query({ ...KEEP_PLAN, values: [digest, effects] });
  response.json({ data: { id: kept.rows[0].id, attributes: effects } });
});

server.get('/v1/apps/available', async (request, response) => {
  const { q, 'page[after]': cursor = '' } = request.query;
  const after = Buffer.from(String(cursor), 'base64url').toString();
  const digest = keyDigest(request);
  const { rows } =
    q === undefined
      ? await pool.query({ ...LIST_APPS, values: [digest, after] })
      : await pool.query({ ...SEARCH_APPS, values: [digest, q] });
  const next = rows.length === 100 ? Buffer.from(rows.at(-1).name).toString('base64url') : null;
  response.json({ data: rows, meta: { page: { after: next } } });
});

server.get('/v1/apps/installed', async (request, response) => {
  const { rows } = await pool.query({ ...LIST_INSTALLED, values: [keyDigest(request)] });
  response.json({ data: rows });
});

server.get('/v1/apps/metadata/:klass', async (request, response) => {
  const { klass } = request.params;
  const { rows } = await pool.query({ ...LIST_ATTRIBUTES, values: [keyDigest(request), klass] });
  const properties = rows.map(({ name, display_name: displayName, example, app, version }) => [
    name,
    { displayName, example, usedBy: { [app]: version } },
  ]);
  response.json([{ klass, appInstalledProperties: Object.fromEntries(properties) }]);
});

server.get('/v1/apps/available/:name/versions', async (request, response) => {
  const values = [keyDigest(request), request.params.name];
  const { rows } = await pool.query({ ...LIST_VERSIONS, values });
  response.json({ data: rows });
});

server.get('/v1/apps/available/:appVersion', async (request, response) => {
  const [name, version] = request.params.appVersion.split('-');
  const { rows } = version
    ? await pool.query({ ...READ_VERSION, values: [keyDigest(request), name, version] })
    : await pool.query({ ...READ_LATEST, values: [keyDigest(request), name] });
  if (rows.length === 0) response.status(404).json({ errors: ['There is no such app version.'] });
  else response.json({ data: rows[0] });
});

server.listen(port, '127.0.0.1');
