import { succeedingCaller } from '@app-platform/testing/http/api-caller';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { PostgresqlServer } from '@app-platform/testing/servers/postgresql';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scrape } from '../../observability/prometheus-text.ts';
import { newMember } from '../../platform/external-app.ts';
import {
  type PlatformProcesses,
  startPlatformProcesses,
} from '../../platform/platform-processes.ts';
import { migrationsOf, type ScratchServer, startScratchServer } from './scratch-server.ts';

const LAG_MILLISECONDS = 5_000;
const SLACK_MILLISECONDS = 20_000;
const LIST = '/v1/apps/available';

let scratch: ScratchServer;
let standby: PostgresqlServer;
let platform: PlatformProcesses;
let call: ReturnType<typeof succeedingCaller>;
let apiKey: string;

beforeAll(async () => {
  scratch = await startScratchServer();
  for (const name of ['registry', 'oauth'] as const) {
    await scratch.server.createDatabase(name, migrationsOf(name));
  }
  standby = await PostgresqlServer.createStandby(scratch.server, scratch.folder, await freePort());
  await scratch.server.query('postgres', "ALTER SYSTEM SET log_statement = 'all'");
  await scratch.server.query('postgres', 'SELECT pg_reload_conf()');
  platform = await startPlatformProcesses({
    REGISTRY_DATABASE_URL: scratch.server.urlOf('registry'),
    OAUTH_DATABASE_URL: scratch.server.urlOf('oauth'),
    REGISTRY_REPLICA_URL: standby.urlOf('registry'),
    REGISTRATIONS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
  });
  ({ apiKey } = await newMember(platform, { email: 'replica@example.com' }));
  call = succeedingCaller(platform.baseUrl, apiKey);
  await call('POST', LIST, definition('replicated', 'Before'));
});
afterAll(async () => {
  RunningProcess.endAll();
  await standby?.stopHard();
  await scratch?.close();
});

const definition = (app: string, title: string) => ({
  app,
  version: '0.0.1',
  title,
  visibility: 'private',
});

const setReplay = (verb: 'pause' | 'resume') =>
  standby.query('postgres', `SELECT pg_wal_replay_${verb}()`);

async function lagInSeconds(): Promise<number> {
  const [sample] =
    (await scrape(platform.registryInternalUrl)).get('database_replica_lag_seconds')?.samples ?? [];
  return sample?.value ?? Number.NaN;
}

async function degradedParts(): Promise<string[]> {
  const answer = await fetch(`${platform.baseUrl}/status`);
  const { degraded } = (await answer.json()) as { degraded: { part: string }[] };
  return degraded.map(({ part }) => part);
}

/** How often the primary has listed the directory. */
async function listsAtPrimary(): Promise<number> {
  return (await scratch.server.log()).split('execute list-apps').length - 1;
}

async function listedTitles(): Promise<string[]> {
  const { data } = await call('GET', LIST);
  return data.map((one: { attributes: { title: string } }) => one.attributes.title);
}

const readsFromReplica = () =>
  until('the replica is read', SLACK_MILLISECONDS, async () => {
    const before = await listsAtPrimary();
    await call('GET', LIST);
    return (await listsAtPrimary()) === before;
  });

describe('a read replica', () => {
  it('answers lists in place of the primary, and the audit log and the attributes too', async () => {
    await readsFromReplica();
    const before = await scratch.server.log();
    for (let request = 0; request < 100; request += 1) {
      expect(await listedTitles()).toEqual(['Before']);
      await call('GET', '/v1/apps/installed');
      await call('GET', '/v1/audit?filter[service]=registry');
      await call('GET', `/v1/attributes?page[size]=${1 + (request % 50)}`);
    }
    const since = (await scratch.server.log()).slice(before.length);
    const reads = since.match(/execute (list-apps|list-installations|list-audit|list-attribute)/g);
    expect(reads).toBeNull();
    expect(since).not.toContain('SELECT page.name');
  });

  it('a write is in each of 1,000 reads that follow it, while the replica falls behind and catches up', async () => {
    let misses = 0;
    const slowing = (async () => {
      for (let times = 0; times < 8; times += 1) {
        await setReplay('pause');
        await new Promise((resolve) => setTimeout(resolve, 300));
        await setReplay('resume');
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    })();
    for (let pair = 0; pair < 1_000; pair += 1) {
      const title = `Title ${pair}`;
      await call('PATCH', `${LIST}/replicated`, { title });
      if (!(await listedTitles()).includes(title)) misses += 1;
    }
    await slowing;
    expect(misses).toBe(0);
  });

  it('is not read while it is more than five seconds behind, and again afterwards', async () => {
    await readsFromReplica();
    await setReplay('pause');
    // So that there is something that it lacks.
    await call('POST', LIST, definition('later', 'Later'));
    await until('the lag shows', LAG_MILLISECONDS + SLACK_MILLISECONDS, async () => {
      return (await lagInSeconds()) > LAG_MILLISECONDS / 1_000;
    });
    await until('/status names the replica', SLACK_MILLISECONDS, async () => {
      return String(await degradedParts()) === 'read_replica';
    });
    const other = await newMember(platform, { email: 'other@example.com' });
    const before = await listsAtPrimary();
    await succeedingCaller(platform.baseUrl, other.apiKey)('GET', LIST);
    expect(await listsAtPrimary()).toBe(before + 1);
    await setReplay('resume');
    await readsFromReplica();
    expect(await listedTitles()).toContain('Later');
    await until('/status names nothing', SLACK_MILLISECONDS, async () => {
      return (await degradedParts()).length === 0;
    });
  });

  it('that is gone fails no request, and is read again when it is back', async () => {
    await readsFromReplica();
    const titles = await listedTitles();
    const reading = (async () => {
      for (let request = 0; request < 300; request += 1)
        expect(await listedTitles()).toEqual(titles);
    })();
    await standby.stopHard();
    await reading;
    expect(await lagInSeconds()).toBe(Number.POSITIVE_INFINITY);
    await standby.start();
    await readsFromReplica();
  });
});
