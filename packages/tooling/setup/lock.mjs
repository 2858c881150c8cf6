import { readFileSync, rmSync } from 'node:fs';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { inRepository } from './repository.mjs';
import { say } from './say.mjs';

const FILE = inRepository('.setup.lock');
const TOUCH_MILLISECONDS = 1_000;
/** A holder touches its lock every second. A lock that is older has lost its holder. */
const STALE_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 200;
/** Longer than the time between finding a lock stale and writing over it. */
const TAKEOVER_MILLISECONDS = 500;

/** Runs an action while no other command of this repository runs one. */
export async function withLock(action) {
  const token = `${process.pid} ${Math.random()}`;
  await acquire(token);
  const touching = setInterval(() => {
    const now = new Date();
    utimes(FILE, now, now).catch((error) => {
      // Without the file the lock is lost, which cannot be repaired here.
      if (error.code !== 'ENOENT') say(`The lock ${FILE} cannot be kept: ${error.message}`);
    });
  }, TOUCH_MILLISECONDS);
  const release = () => releaseNow(token);
  process.on('exit', release);
  try {
    return await action();
  } finally {
    clearInterval(touching);
    process.off('exit', release);
    release();
  }
}

async function acquire(token) {
  let waiting = false;
  while (!(await create(token)) && !(await takeOver(token))) {
    if (!waiting) say('Waiting for another command to finish setting up…');
    waiting = true;
    await wait(POLL_MILLISECONDS);
  }
}

async function create(token) {
  try {
    await writeFile(FILE, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** When several commands find the same stale lock, the last to write its token holds it. */
async function takeOver(token) {
  try {
    const { mtimeMs } = await stat(FILE);
    if (Date.now() - mtimeMs < STALE_MILLISECONDS) return false;
    await writeFile(FILE, token);
    await wait(TAKEOVER_MILLISECONDS);
    return (await readFile(FILE, 'utf8')) === token;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Synchronous, because it also runs while the process exits. */
function releaseNow(token) {
  try {
    if (readFileSync(FILE, 'utf8') === token) rmSync(FILE);
  } catch {
    // Already removed.
  }
}
