import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';

const MODULE = pathToFileURL(join(import.meta.dirname, '../setup/lock.mjs')).href;
let parent: string;
let folder: string;
let lock: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'app-platform-setup-'));
});
beforeEach(async () => {
  folder = await mkdtemp(join(parent, 'lock-'));
  lock = join(folder, 'lock');
});
afterAll(async () => {
  RunningProcess.endAll();
  await rm(parent, { recursive: true, force: true });
});

/** A process that runs the action with the lock, and prints what it says. */
function locking(action: string): RunningProcess {
  const script = `
    import { withLock } from ${JSON.stringify(MODULE)};
    import { setTimeout as wait } from 'node:timers/promises';
    const [lock] = process.argv.slice(1);
    const at = (what) => console.log(what, Date.now());
    await withLock(async () => { at('locked'); ${action}; at('released'); }, lock);`;
  return new RunningProcess(['--input-type=module', '--eval', script, lock]);
}

/** The clock may have been set since: the file is of another day. */
async function leaveAbandoned(path: string, ofDays: number): Promise<void> {
  await writeFile(path, '1');
  const at = new Date(Date.now() + ofDays * 86_400_000);
  await utimes(path, at, at);
}

/** The instants at which a process held the lock. */
const heldBy = ({ stdout }: { stdout: string }) => {
  const [from = 0, to = 0] = (stdout.match(/\d+/g) ?? []).map(Number);
  return { from, to };
};

it.each([
  ['free', () => Promise.resolve()],
  ['abandoned', () => leaveAbandoned(lock, 1)],
  [
    'abandoned by a process, and by one that was removing it',
    () => Promise.all([leaveAbandoned(lock, -1), leaveAbandoned(`${lock}.removing`, 1)]),
  ],
])('one of six processes at a time holds a lock that was %s', async (_how, leave) => {
  await leave();
  const processes = Array.from({ length: 6 }, () => locking('await wait(100)'));
  const ended = await Promise.all(processes.map((one) => one.finished()));
  const held = ended.map(heldBy).sort((one, other) => one.from - other.from);
  expect(held.every(({ from, to }) => from > 0 && to >= from)).toBe(true);
  held.slice(1).forEach(({ from }, index) => {
    expect(from).toBeGreaterThanOrEqual(held[index]?.to ?? Number.NaN);
  });
  expect(await readdir(folder)).toEqual([]);
});

it('a holder touches its file each second, and keeps the lock where the clock is set', async () => {
  const holder = locking('await wait(60_000)');
  await holder.says('locked');
  const before = new Date(Date.now() - 60_000);
  await utimes(lock, before, before);
  const waiting = locking('await wait(0)');
  await until('the file is touched', 5_000, async () => {
    return Date.now() - (await stat(lock)).mtimeMs < 5_000;
  });
  expect(waiting.stdout).toBe('');
  await holder.stop('SIGKILL');
  await waiting.finished();
});

it('a process releases the lock when it ends, and not the lock of another one', async () => {
  const exits = locking('process.exit(0)');
  await exits.finished();
  expect(await readdir(folder)).toEqual([]);
  await locking("await (await import('node:fs/promises')).writeFile(lock, 'another')").finished();
  expect(await readFile(lock, 'utf8')).toBe('another');
});
