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
/** The holder has ended: it touches its file ten times as often. A process id would be reused, by containers at once. */
const ABANDONED_MILLISECONDS = 10_000;

/** Runs an action while no other command of this repository runs one. */
export async function withLock(action, file = FILE) {
  let descriptor = create(file);
  if (descriptor === undefined) {
    say(`Waiting for another command to finish setting up (${file})…`);
  }
  while (descriptor === undefined) {
    removeAbandoned(file);
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
 */
function removeAbandoned(file) {
  if (!isAbandoned(file)) return;
  const guard = `${file}.removing`;
  const descriptor = create(guard);
  if (descriptor !== undefined) {
    closeSync(descriptor);
    if (isAbandoned(file)) rmSync(file, { force: true });
  }
  if (descriptor !== undefined || isAbandoned(guard)) rmSync(guard, { force: true });
}

/** A file that does not exist any more is free to be created, and not abandoned. */
function isAbandoned(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MILLISECONDS;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
