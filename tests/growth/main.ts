/** `npm run test:growth`: what a year of rows takes and costs, with the last release and with this version. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, migrateDatabase } from '@app-platform/runtime/database';
import { parseCommandLine, runCommand } from '@app-platform/testing/command-line';
import { Child } from '@app-platform/testing/processes/child';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { startPlatform } from '../platform/platform.ts';
import {
  type Facts,
  fillReleasedDatabase,
  keptRows,
  readReleased,
} from '../upgrade/released-database.ts';
import { type Figure, figureTable, isMissed } from './figures.ts';
import { measureAuditEvents, measureWebhookEvents } from './histories.ts';
import { MeasuredServer } from './measured-server.ts';
import { addAuditEvents, addTokens, addWebhookEvents, RELEASE } from './released-rows.ts';
import { type Size, short, whole } from './size.ts';
import { measureRefreshes, measureUninstallation } from './tokens.ts';
import { type RowBytes, yearTable } from './year.ts';

const USAGE = `npm run test:growth -- [--short]

Fills databases of the last release with a month of refreshes and a year of audit events, migrates copies of
them, and prints what work costs before and after. Needs Debian's package postgresql, 8 GB of disk and five
minutes.

  --short     a tenth of the rows`;

const services = ['oauth', 'registry'] as const;
const began = performance.now();
const report = (text: string) =>
  console.error(`${Math.round((performance.now() - began) / 1000)} s: ${text}`);

async function fill(
  server: MeasuredServer,
  facts: Facts,
  size: Size,
  baseUrl: string,
): Promise<void> {
  const { postgresql } = server;
  for (const service of services) {
    await postgresql.query('postgres', `CREATE DATABASE ${service}_before`);
    await fillReleasedDatabase(RELEASE, service, postgresql.urlOf(`${service}_before`));
  }
  report(`adding ${size.chains * size.usedTokens} used tokens…`);
  await postgresql.query('oauth_before', keptRows(baseUrl));
  await postgresql.query('oauth_before', addTokens(facts, size));
  report(`adding ${size.auditEvents} audit events and ${size.webhookEvents} webhook events…`);
  await postgresql.query('registry_before', addAuditEvents(size.auditEvents));
  await postgresql.query('registry_before', addWebhookEvents(size.webhookEvents));
  for (const service of services) await postgresql.query(`${service}_before`, 'VACUUM ANALYZE');
}

async function migrateCopies({ postgresql }: MeasuredServer): Promise<void> {
  for (const service of services) {
    const copy = `${service}_after`;
    report(`copying and migrating the database of ${service}…`);
    await postgresql.query('postgres', `CREATE DATABASE ${copy} TEMPLATE ${service}_before`);
    await migrateDatabase(
      postgresql.urlOf(copy),
      join(repositoryFolder, 'prisma', service),
      () => undefined,
    );
    await postgresql.query(copy, 'VACUUM ANALYZE');
  }
}

async function rowBytes(server: MeasuredServer, size: Size): Promise<Omit<RowBytes, 'chain'>> {
  const { chains, usedTokens, auditEvents, webhookEvents, revocations } = size;
  const bytesOf = (database: string, table: string) => server.bytesOf(database, table);
  return {
    usedToken: (await bytesOf('oauth_before', 'provider_record')) / (chains * (usedTokens + 1)),
    auditEvent: (await bytesOf('registry_before', 'audit_event')) / auditEvents,
    webhookEvent:
      ((await bytesOf('registry_before', 'webhook_event')) +
        (await bytesOf('registry_before', 'webhook_delivery'))) /
      webhookEvents,
    revocation: (await bytesOf('oauth_before', 'revocation')) / revocations,
  };
}

/** The registry of the copies would read them beside what is measured. */
async function addRevocations(
  { postgresql }: MeasuredServer,
  { revocations }: Size,
): Promise<void> {
  report(`adding ${revocations} revocations…`);
  await postgresql.query(
    'oauth_before',
    `
    INSERT INTO revocation (kind, value, at, expires_at)
    SELECT 'grant', encode(sha256(n::text::bytea), 'base64'), now(), now() + interval '1 day'
    FROM generate_series(1, ${revocations}) n`,
  );
}

/** Of the chains alone, in a table of their own. */
async function chainBytes(server: MeasuredServer): Promise<number> {
  const database = 'oauth_after';
  await server.postgresql.query(
    database,
    `
    CREATE TABLE growth_only_chains (LIKE provider_record INCLUDING ALL);
    INSERT INTO growth_only_chains SELECT * FROM provider_record WHERE generation IS NOT NULL`,
  );
  const rows = await server.number(database, 'SELECT count(*) FROM growth_only_chains');
  return (await server.bytesOf(database, 'growth_only_chains')) / rows;
}

async function measure(server: MeasuredServer, size: Size): Promise<Figure[]> {
  const facts = await readReleased<Facts>(RELEASE, 'facts.json');
  const [port, oauthPort] = [await freePort(), await freePort()];
  await fill(server, facts, size, `http://127.0.0.1:${port}`);
  await migrateCopies(server);
  await addRevocations(server, size);
  const bytes = { ...(await rowBytes(server, size)), chain: 0 };
  const sidesOf = (service: string) => ({
    server,
    before: `${service}_before`,
    after: `${service}_after`,
  });
  report('starting both services on the migrated databases…');
  const platform = await startPlatform({
    kept: { port, oauthPort, keysEncryptionKey: facts.KEYS_ENCRYPTION_KEY },
    open: (service) => connectDatabase(server.postgresql.urlOf(`${service}_after`)),
  });
  const figures: Figure[] = [];
  try {
    report('refreshing…');
    figures.push(...(await measureRefreshes(sidesOf('oauth'), size, facts.apps, platform)));
    bytes.chain = await chainBytes(server);
    report('uninstalling…');
    figures.push(...(await measureUninstallation(sidesOf('oauth'), size, facts.apps, platform)));
  } finally {
    await platform.close();
  }
  report('removing old rows…');
  figures.push(...(await measureWebhookEvents(sidesOf('registry'), size)));
  figures.push(...(await measureAuditEvents(sidesOf('registry'), size)));
  console.log(`${figureTable(figures)}\n\n${yearTable(bytes)}`);
  return figures;
}

await runCommand(async () => {
  const { values } = parseCommandLine(process.argv.slice(2), USAGE, { short: { type: 'boolean' } });
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-growth-'));
  // PostgreSQL runs as a user of its own.
  await chmod(folder, 0o755);
  try {
    report('starting PostgreSQL…');
    const server = await MeasuredServer.create(folder, await freePort());
    const figures = await measure(server, values.short ? short : whole);
    if (figures.some(isMissed)) process.exitCode = 1;
  } finally {
    await Child.endAll();
    await rm(folder, { recursive: true, force: true });
  }
});
// The schema engine leaves a timer behind that would keep the process alive for ten seconds.
process.exit();
