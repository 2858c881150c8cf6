import { randomUUID } from 'node:crypto';
import {
  closeSync,
  futimesSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inRepository, say } from './repository.mjs';

const FILE = inRepository('.setup.lock');
const POLL_MILLISECONDS = 200;
const TOUCH_MILLISECONDS = 1_000;
/**
 * How long a waiter sees a file untouched before its holder has ended: a holder touches it ten times as often. A
 * process id would be reused, by containers at once, and the clock may be set.
 */
const ABANDONED_MILLISECONDS = 10_000;

/** Runs an action while no other command of this repository runs one. */
export async function withLock(action, file = FILE) {
  let descriptor = create(file);
  if (descriptor === undefined) {
    say(`Waiting for another command to finish setting up (${file})…`);
  }
  const removeAbandoned = abandonedFileRemover(file);
  while (descriptor === undefined) {
    removeAbandoned();
    await wait(POLL_MILLISECONDS);
    descriptor = create(file);
  }
  const holder = randomUUID();
  writeSync(descriptor, holder);
  const touching = setInterval(() => {
    futimesSync(descriptor, new Date(), new Date());
  }, TOUCH_MILLISECONDS);
  const release = () => {
    closeSync(descriptor);
    if (read(file) === holder) rmSync(file, { force: true });
  };
  process.on('exit', release);
  try {
    return await action();
  } finally {
    clearInterval(touching);
    process.off('exit', release);
    release();
  }
}

/** @returns the new file's descriptor; undefined where the file exists */
function create(file) {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  }
}

/**
 * Removes the file of a holder that has ended. A second file lets one command at a time do it, so that
 * none removes the file of the next holder.
 * @returns a function to call at each poll
 */
function abandonedFileRemover(file) {
  const guard = `${file}.removing`;
  const isAbandoned = untouchedFile(file);
  const isGuardAbandoned = untouchedFile(guard);
  return () => {
    if (isGuardAbandoned()) rmSync(guard, { force: true });
    if (!isAbandoned()) return;
    const descriptor = create(guard);
    if (descriptor === undefined) return;
    closeSync(descriptor);
    if (isAbandoned()) rmSync(file, { force: true });
    rmSync(guard, { force: true });
  };
}

/** @returns whether the file has not changed for long, between the calls of the function */
function untouchedFile(file) {
  let seen;
  let since = 0;
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    const state = found && `${found.ino} ${found.mtimeMs}`;
    if (state !== seen) {
      seen = state;
      since = performance.now();
    }
    return state !== undefined && performance.now() - since > ABANDONED_MILLISECONDS;
  };
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
