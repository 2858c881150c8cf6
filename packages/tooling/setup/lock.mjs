import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inRepository, say } from './repository.mjs';

const FILE = inRepository('.setup.lock');
const POLL_MILLISECONDS = 200;

/** Runs an action while no other command of this repository runs one. */
export async function withLock(action) {
  for (let attempt = 0; !acquire(); attempt += 1) {
    if (attempt === 0) say(`Waiting for another command to finish setting up (${FILE})…`);
    await wait(POLL_MILLISECONDS);
  }
  const release = () => rmSync(FILE, { force: true });
  process.on('exit', release);
  try {
    return await action();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Creates the file with this process's id, if it does not exist or its process has ended. */
function acquire() {
  try {
    writeFileSync(FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld()) rmSync(FILE, { force: true });
    return false;
  }
}

function isHeld() {
  try {
    // Signal 0 only tests whether the process exists.
    process.kill(Number(readFileSync(FILE, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
