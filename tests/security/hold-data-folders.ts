import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lockDataFolder } from '@app-platform/runtime/data-folder-lock';

// Locks many data folders, one after another, each at a given instant, and prints the numbers of those it got.
const [parent = '', folders = '0', firstInstant = '0'] = process.argv.slice(2);
const APART_MILLISECONDS = 120;
/** A timer is late by less. */
const SPIN_MILLISECONDS = 5;

const held: number[] = [];
for (let folder = 0; folder < Number(folders); folder += 1) {
  const instant = Number(firstInstant) + folder * APART_MILLISECONDS;
  await wait(instant - SPIN_MILLISECONDS - Date.now());
  while (Date.now() < instant);
  try {
    await lockDataFolder(join(parent, String(folder)));
    held.push(folder);
  } catch (error) {
    if (!/is in use/.test(String(error))) throw error;
  }
}
// The locks end with the process.
process.stdin.resume();
console.log(JSON.stringify(held));
