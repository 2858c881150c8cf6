import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineStatement } from '@app-platform/runtime/database';
import type { Service } from '@app-platform/testing/databases/template';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { organizationTables as oauthTables } from '../../services/oauth/src/organizations/organization-row-store.ts';
import { organizationTables as registryTables } from '../../services/registry/src/organization-deletion/organization-row-store.ts';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { consoleClient, signInToFirstParty } from '../platform/first-party-sign-in.ts';
import { runOperator } from '../platform/operator.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SERVICES: Service[] = ['registry', 'oauth'];
const TABLES = { registry: registryTables, oauth: oauthTables };
const SCOPES = ['org.permission.customer', 'offline_access'];
const USAGE_DAY = '2026-01-31';
/** Rows of no organization, and the queue that ends by itself. */
const LEFT_OUT = ['_prisma_migrations', 'data_step', 'signing_key'];

const LIST_TABLES = defineStatement({
  name: 'list-tables',
  text: `
    SELECT relname::text AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
    ORDER BY relname`,
  parameters: {},
  row: { name: 'text' },
});

type Row = Record<string, unknown>;
type Snapshot = Record<string, Row[]>;

let platform: Platform;
let leaving: ExternalApp;
let staying: ExternalApp;
let folder: string;

/** Every row of every table. */
async function snapshotOf(service: Service): Promise<Snapshot> {
  const { statements } = platform.connections[service];
  const tables = await statements.rows(LIST_TABLES, {});
  const names = tables.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
  const read = async (table: string): Promise<[string, Row[]]> => {
    const text = `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY t::text`;
    const statement = {
      name: `all-of-${table}`,
      text,
      parameters: {},
      row: { row: 'json' },
    } as const;
    return [table, (await statements.rows(statement, {})).map(({ row }) => row as Row)];
  };
  return Object.fromEntries(await Promise.all(names.map(read)));
}

/** The tables without a row of the organization, of those that its deletion and export know. */
async function emptyTables(organizationId: string): Promise<string[]> {
  const empty: string[] = [];
  for (const service of SERVICES) {
    for (const { table, label = table, where } of TABLES[service]) {
      const [found] = await platform.connections[service].statements.rows(
        {
          name: `any-${label}`,
          text: `SELECT EXISTS (SELECT FROM ${table} WHERE ${where}) AS any`,
          parameters: { organizationId: 'text' },
          row: { any: 'bool' },
        },
        { organizationId },
      );
      if (!found?.any) empty.push(`${service} ${label}`);
    }
  }
  return empty;
}

async function authorize(app: ExternalApp, user: ExternalApp): Promise<void> {
  const browser = new Browser();
  const form = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
  const consent = await browser.submit(form, { email: user.email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const issued = await app.token({
    grant_type: 'authorization_code',
    code: arrived.url.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
  });
  expect(issued.status).toBe(200);
}

/** Under the policy that administrators consent, for another scope. */
async function askAdministrator(app: ExternalApp, user: ExternalApp): Promise<void> {
  const browser = new Browser();
  const scopes = [...SCOPES, 'org.permission.invoice'];
  const form = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const consent = await browser.submit(form, { email: user.email, password: PASSWORD });
  const answer = await browser.submit(consent, { decision: 'ask' });
  expect(answer.html).toContain('An administrator was asked');
}

/** With an answer that is kept for a repetition. */
async function postOnce(url: string, credential: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': 'application/json',
      'idempotency-key': 'once',
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

/** A request of a user in the console that the organization installs an app. */
async function requestInstallation(app: string, { email }: ExternalApp): Promise<void> {
  const scope = 'org.permission.apps';
  const { access_token } = await signInToFirstParty(platform, {
    clientId: 'console',
    email,
    scope,
  });
  const call = apiCaller(platform.baseUrl, access_token);
  const { status } = await call('POST', '/v1/installation-requests', { app, note: '' });
  expect(status).toBe(201);
}

const wantedApp = ({ name }: ExternalApp) => `wanted_${name}`;

/** Rows in every table of both services, for an organization that also uses an app of another one. */
async function fill(app: ExternalApp, other: ExternalApp): Promise<void> {
  const call = apiCaller(platform.baseUrl, app.apiKey);
  const succeed = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  await succeed('POST', '/v1/webhooks', {
    url: 'http://127.0.0.1:9/',
    events: ['app.registered', 'app.installed', 'app.uninstalled'],
  });
  await app.install();
  await succeed('POST', '/v1/apps/installed', { app: other.name });
  await authorize(app, app);
  await authorize(other, app);
  const properties = { pointsNum: { displayName: 'Points', example: '120' } };
  const klasses = [{ name: 'customer', metadata: { standard: true, properties } }];
  const identifier = `id${app.organizationId.slice(0, 6)}`;
  const name = `attributed_${identifier}`;
  const attributed = { app: name, identifier, title: 'Attributed', klasses };
  await succeed('POST', '/v1/apps/available', { ...attributed, version: '0.0.1' });
  await succeed('POST', '/v1/apps/available', { ...attributed, version: '0.0.2' });
  await succeed('PATCH', `/v1/apps/metadata/customer/@${identifier}PointsNum`, { active: false });
  await succeed('DELETE', `/v1/apps/available/${name}-0.0.2`);
  await succeed('PUT', `/v1/apps/drafts/${name}`, { ...attributed, version: '0.0.3' });
  await succeed('POST', '/v1/apps/installed', { app: name });
  await succeed('DELETE', `/v1/apps/installed/${name}`);
  await succeed('POST', '/v1/apps/plan', { app: name, to: '0.0.1' });
  const drafted = { app: 'drafted', title: 'Drafted', visibility: 'private' };
  await succeed('PUT', '/v1/apps/drafts/drafted', { ...drafted, version: '0.0.1' });
  await succeed('POST', '/v1/apps/installed', { app: 'drafted', draft: true });
  await succeed('PUT', '/v1/apps/drafts/drafted', { ...drafted, version: '0.0.2' });
  await app.token({ grant_type: 'refresh_token', refresh_token: 'unknown' });
  const oauth = apiCaller(platform.oauthUrl, app.apiKey);
  await oauth('PATCH', `/v1/users/${await userOf(platform, app)}`, { roles: ['org.permission'] });
  await postOnce(`${platform.oauthUrl}/v1/users`, app.apiKey, {
    email: `invited-${app.email}`,
    roles: [],
  });
  const once = { app: `once_${app.name}`, version: '0.0.1', title: 'Once' };
  await postOnce(`${platform.baseUrl}/v1/apps/available`, app.apiKey, once);
  const offer = { app: once.app, organizationId: other.organizationId };
  await succeed('POST', '/v1/apps/transfers', offer);
  await succeed('PATCH', '/v1/apps/policy', { listed: [app.name] });
  await requestInstallation(wantedApp(other), app);
  await oauth('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  await askAdministrator(other, app);
  await runOperator(
    platform,
    ...['name', 'reserve', `${app.name}*`, '--organization', app.organizationId],
  );
}

const operator = async (...parameters: string[]) => {
  const ended = await runOperator(platform, 'organization', ...parameters, '--json');
  if (ended.code !== 0) throw new Error(ended.stderr);
  return JSON.parse(ended.stdout);
};

/** As if both had used a service on a day. */
const addUsage = () => `
  INSERT INTO usage_day
  SELECT id, '${USAGE_DAY}', 1, 0, 0, 0
  FROM unnest('{${leaving.organizationId},${staying.organizationId}}'::text[]) AS organization (id)`;

/** As if it had been suspended a minute earlier. */
const makeQuiet = () =>
  platform.execute(`
    UPDATE organization SET suspended_at = suspended_at - interval '1 minute'
    WHERE suspended_at IS NOT NULL`);

/** As if an app had done something in both at that time. */
const addActivity = () => `
  INSERT INTO activity_hour
  SELECT id, '${leaving.clientId}', '${USAGE_DAY}', 1, 0, 0
  FROM unnest('{${leaving.organizationId},${staying.organizationId}}'::text[]) AS organization (id)`;

/** The test does not wait the minute in which the last counts are written. */
const isCountOfToday = (table: string, row: Row) =>
  ['usage_day', 'activity_hour'].includes(table) &&
  !String(row.day ?? row.hour).startsWith(USAGE_DAY);

const mentions = (row: Row, ids: readonly string[]) =>
  ids.some((id) => JSON.stringify(row).includes(id));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-deletion-'));
  platform = await startPlatform({ firstPartyRedirectUris: consoleClient });
  leaving = await newExternalApp(platform, { visibility: 'public' });
  staying = await newExternalApp(platform, { visibility: 'public' });
  for (const app of [leaving, staying]) {
    const definition = { version: '0.0.1', title: 'Wanted', visibility: 'public' };
    const call = apiCaller(platform.baseUrl, app.apiKey);
    await call('POST', '/v1/apps/available', { app: wantedApp(app), ...definition });
  }
  await fill(leaving, staying);
  await fill(staying, leaving);
  for (const service of SERVICES) {
    await platform.execute(addUsage(), service);
    await platform.execute(addActivity(), service);
  }
});
afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true });
});

describe('operator organization delete', () => {
  it('refuses an organization that is not suspended, or unknown', async () => {
    await expect(operator('delete', leaving.organizationId)).rejects.toThrow('Suspend it first.');
    await expect(operator('delete', 'f'.repeat(24))).rejects.toThrow('no organization');
  });

  it('comes after an export of what both services store, without secrets', async () => {
    const file = join(folder, 'leaving.json');
    const printed = await operator('export', leaving.organizationId, file);
    const text = await readFile(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    const parsed = lines.map((line) => JSON.parse(line));
    const recordsOf = (service: Service, table: string): Row[] =>
      parsed
        .filter((line) => line.service === service && line.table === table)
        .map(({ record }) => record);
    expect(parsed[0]).toMatchObject({ organizationId: leaving.organizationId });
    expect(parsed.at(-1)).toEqual({ records: printed.records });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(printed.records.oauth.account).toBe(2);
    expect(recordsOf('registry', 'organization')).toMatchObject([{ id: leaving.organizationId }]);
    expect(recordsOf('registry', 'app').map(({ name }) => name)).toContain(leaving.name);
    expect(recordsOf('oauth', 'account').map(({ email }) => email)).toContain(leaving.email);
    expect(recordsOf('oauth', 'audit_event').length).toBeGreaterThan(0);
    for (const secret of [leaving.apiKey, leaving.clientSecret, '$argon2', 'digest', '"secret"']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain(staying.email);
    await expect(operator('export', leaving.organizationId, file)).rejects.toThrow(
      'already exists. Name a new file.',
    );
  });

  it('removes every row of it in both services but audit rows, and no other row', async () => {
    await until('the refused requests are stored', 10_000, async () => {
      const clients = await platform.clientsOfRefusedRequests();
      return clients.includes(leaving.clientId) && clients.includes(staying.clientId);
    });
    expect(await emptyTables(leaving.organizationId)).toEqual([]);
    const before = { registry: await snapshotOf('registry'), oauth: await snapshotOf('oauth') };
    const users = (before.oauth.account ?? [])
      .filter((row) => row.organization_id === leaving.organizationId)
      .map(({ id }) => String(id));
    const ids = [
      leaving.organizationId,
      ...users,
      ...(before.registry.app ?? [])
        .filter((row) => row.organization_id === leaving.organizationId)
        .map((row) => String(row.client_id)),
    ];
    await operator('suspend', leaving.organizationId, '--reason', 'It leaves.');
    await makeQuiet();
    const deleted = await operator('delete', leaving.organizationId);
    expect(deleted).toMatchObject({ id: leaving.organizationId, state: 'finished' });
    await expect(operator('resume', leaving.organizationId)).rejects.toThrow('no organization');
    await until('the queue of ended access is empty', 20_000, async () => {
      return (await snapshotOf('registry')).ended_access?.length === 0;
    });

    const after = { registry: await snapshotOf('registry'), oauth: await snapshotOf('oauth') };
    const left = SERVICES.flatMap((service) =>
      Object.entries(after[service])
        // Changes are removed after ten minutes.
        .filter(([table]) => !['audit_event', 'change', 'delivery_change'].includes(table))
        .flatMap(([table, rows]) =>
          rows
            .filter((row) => mentions(row, ids) && !isCountOfToday(table, row))
            .map((row) => [service, table, row]),
        ),
    );
    // Of the other organization: events that it received, tokens that have no grant and expire, and its activity.
    const ofOthers = ['webhook_event', 'installation_event', 'provider_record', 'activity_hour'];
    expect(left.filter(([, table]) => !ofOthers.includes(String(table)))).toEqual([]);
    const records = left.filter(([, table]) => table === 'provider_record');
    for (const [, , record] of records) {
      expect(mentions(record as Row, [leaving.organizationId, ...users])).toBe(false);
      expect((record as Row).kind).not.toBe('Grant');
    }

    const foreign = (rows: Row[] = []) => rows.filter((row) => !mentions(row, ids));
    const changed = SERVICES.flatMap((service) =>
      Object.entries(before[service]).flatMap(([table, rows]) => {
        const kept = new Set((after[service][table] ?? []).map((row) => JSON.stringify(row)));
        return foreign(rows)
          .filter((row) => !kept.has(JSON.stringify(row)))
          .map((row) => [service, table, row]);
      }),
    );
    // Their time of the last use, counts, and attempts to deliver.
    const alwaysChange = ['api_key', 'usage_day', 'activity_hour', 'webhook_delivery'];
    const others = changed.filter(
      ([, table, row]) =>
        !alwaysChange.includes(String(table)) && !isOfRemovedApp(String(table), row as Row, before),
    );
    expect(others).toEqual([]);
    for (const table of alwaysChange) {
      const ofStaying = (snapshot: Snapshot) =>
        (snapshot[table] ?? []).filter((row) => row.organization_id === staying.organizationId);
      const keys = new Set(ofStaying(after.registry).map(({ id }) => id));
      expect(ofStaying(before.registry).filter(({ id }) => !keys.has(id))).toEqual([]);
    }
  });

  /** A row that refers to an app of the deleted organization by its number. */
  function isOfRemovedApp(table: string, row: Row, before: Record<Service, Snapshot>): boolean {
    const apps = (before.registry.app ?? [])
      .filter((app) => app.organization_id === leaving.organizationId)
      .map(({ id }) => id);
    const drafts = (before.registry.draft ?? []).filter(({ app_id }) => apps.includes(app_id));
    const versions = (before.registry.app_version ?? [])
      .filter(
        (version) =>
          apps.includes(version.app_id) ||
          drafts.some(({ app_version_id }) => app_version_id === version.id),
      )
      .map(({ id }) => id);
    const accounts = (before.oauth.account ?? [])
      .filter((account) => account.organization_id === leaving.organizationId)
      .map(({ id }) => id);
    return (
      apps.includes(row.app_id) ||
      versions.includes(row.app_version_id) ||
      (table === 'app_version' && versions.includes(row.id)) ||
      accounts.includes(row.account_id)
    );
  }

  it('says what it removed, again for the same command', async () => {
    const { removed } = await operator('delete', leaving.organizationId);
    expect(removed.registry).toMatchObject({
      organization: 1,
      app: 5,
      api_key: 1,
      installation_of_others: 1,
      installation: 3,
      client_secret: 1,
      webhook: 1,
      draft: 2,
      unpublished_version: 1,
      attribute_setting: 1,
      installation_plan: 1,
      uninstallation: 1,
      installation_request: 1,
      installation_request_of_others: 1,
      idempotent_answer: 1,
    });
    expect(removed.oauth).toMatchObject({
      account: 2,
      consent: 2,
      consent_request: 1,
      organization_settings: 1,
      idempotent_answer: 1,
      password_link: 1,
      refused_request: 1,
      revocation: 1,
    });
  });

  it('keeps the names of its public apps from others, and tells the others of the end', async () => {
    const call = apiCaller(platform.baseUrl, staying.apiKey);
    const definition = {
      app: leaving.name,
      version: '0.0.1',
      title: 'Taken',
      visibility: 'public',
    };
    const { status, body } = await call('POST', '/v1/apps/available', definition);
    expect([status, body.errors[0].code]).toEqual([409, 'reserved_name']);
    const installed = await call('GET', '/v1/apps/installed');
    const names = installed.body.data.map(({ attributes }: { attributes: Row }) => attributes.name);
    expect(names).toContain(staying.name);
    expect(names).not.toContain(leaving.name);
    const audit = await call('GET', '/v1/audit?filter[action]=installation.removed');
    expect(audit.body.data[0].attributes).toMatchObject({
      actor: { type: 'service', id: 'organization-removal' },
      subject: `${leaving.name}-0.0.1`,
    });
    const { body: hooks } = await call('GET', '/v1/webhooks');
    const { body: log } = await call('GET', `/v1/webhooks/${hooks.data[0].id}/deliveries`);
    const types = log.data.map(({ attributes }: { attributes: Row }) => attributes.eventType);
    expect(types).toContain('app.uninstalled');
    await operator('suspend', staying.organizationId, '--reason', 'It works.');
    await operator('resume', staying.organizationId);
  });
});
