import { join } from 'node:path';
import { lockDataFolder } from '@app-platform/runtime/data-folder-lock';

// Locks many data folders, one after another, each at a given instant, and prints the numbers of those it got.
const [parent = '', folders = '0', firstInstant = '0'] = process.argv.slice(2);
const APART_MILLISECONDS = 250;

const held: number[] = [];
for (let folder = 0; folder < Number(folders); folder += 1) {
  const instant = Number(firstInstant) + folder * APART_MILLISECONDS;
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
