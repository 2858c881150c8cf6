/** `npm run test:last-release`: the program of the last release on the tables of this version, and beside it. */
import { deepStrictEqual } from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommandLine, runCommand } from '@app-platform/testing/command-line';
import { Child } from '@app-platform/testing/processes/child';
import { buildRelease, buildThisVersion, RELEASE } from './release-tree.ts';
import {
  type Client,
  checkData,
  checkRefused,
  isOfChain,
  newClient,
  refresh,
  uninstall,
} from './serving.ts';
import { TwoVersions } from './two-versions.ts';

const LIMIT_MILLISECONDS = 300_000;
const FIRST_CLIENTS = 6;
const THIS_VERSION = 'this version';

const USAGE = `npm run test:last-release -- [--keep]

Builds ${RELEASE} from the history of this clone, fills databases with it, migrates them with this version while
${RELEASE} serves requests, and lets both versions serve the same data, in every combination of a roll-out.
Needs git, openssl, Debian's packages postgresql and redis-server, and at most five minutes.

  --keep      keeps the folder with the logs`;

const began = performance.now();
const report = (text: string) =>
  console.log(`${Math.round((performance.now() - began) / 1000)} s: ${text}`);

/** Everything that callers do, on what each version has left. @param oauth the version that issues tokens */
async function serve(versions: TwoVersions, clients: Client[], oauth: string): Promise<void> {
  const platform = versions.addresses;
  clients.push(await newClient(platform));
  for (const client of clients) {
    await checkData(platform, client);
    if (oauth === RELEASE && isOfChain(client)) await checkRefused(client, 'invalid_grant');
    else await refresh(client);
  }
  const [oldest] = clients.splice(0, 1);
  if (oldest) await uninstall(platform, oldest);
}

/** Serves again and again until some work is done. @returns how often */
async function serveDuring(versions: TwoVersions, clients: Client[], work: Promise<unknown>) {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let rounds = 0;
  // The work may fail while requests are sent.
  done.catch(() => undefined);
  for (; !isDone; rounds += 1) await serve(versions, clients, RELEASE);
  await done;
  return rounds;
}

async function run(folder: string, signal: AbortSignal): Promise<void> {
  report(`building ${RELEASE}…`);
  const release = await buildRelease(folder, signal);
  report('building this version…');
  const thisVersion = await buildThisVersion(folder, signal);
  report(`starting ${RELEASE} on PostgreSQL and Redis…`);
  const versions = await TwoVersions.create(folder);
  await versions.migrate(RELEASE, release);
  const before = await versions.start(RELEASE, release);
  await versions.leadTo({ registry: before, oauth: before });
  const clients: Client[] = [];
  while (clients.length < FIRST_CLIENTS) clients.push(await newClient(versions.addresses));
  report(`migrating to this version while ${RELEASE} serves…`);
  const rounds = await serveDuring(versions, clients, versions.migrate(THIS_VERSION, thisVersion));
  report(`${RELEASE} did everything ${rounds} times meanwhile`);
  await serve(versions, clients, RELEASE);
  report(`${RELEASE} serves on the migrated tables`);
  const after = await versions.start(THIS_VERSION, thisVersion);
  for (const { registry, oauth } of [
    { registry: after, oauth: before },
    { registry: before, oauth: after },
    { registry: before, oauth: before },
    { registry: after, oauth: after },
  ]) {
    await versions.leadTo({ registry, oauth });
    await serve(versions, clients, oauth.version);
    report(`the registry of ${registry.version} and the OAuth service of ${oauth.version} serve`);
  }
  for (const client of clients) await uninstall(versions.addresses, client);
  await versions.close();
  deepStrictEqual(await versions.faults(), []);
  report('ended well');
}

await runCommand(async () => {
  const { values } = parseCommandLine(process.argv.slice(2), USAGE, { keep: { type: 'boolean' } });
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-last-release-'));
  // PostgreSQL runs as a user of its own.
  await chmod(folder, 0o755);
  const ended = new AbortController();
  const late = new Error(`This took longer than ${LIMIT_MILLISECONDS / 1000} s.`);
  setTimeout(() => ended.abort(late), LIMIT_MILLISECONDS).unref();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => ended.abort(new Error('Interrupted.')));
  }
  const aborted = Promise.withResolvers<never>();
  ended.signal.addEventListener('abort', () => aborted.reject(ended.signal.reason));
  try {
    await Promise.race([run(folder, ended.signal), aborted.promise]);
  } finally {
    await Child.endAll();
    if (values.keep) console.log(`The logs are in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
});
// What was started and is not closed would keep the process alive.
process.exit();
