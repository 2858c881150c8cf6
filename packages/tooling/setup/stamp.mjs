import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inRepository, readText } from './repository.mjs';

/** The file that records the input of a step's last run. */
function stampFile(step) {
  return `node_modules/.tooling/${step}`;
}

export async function isStamped(step, value) {
  return (await readText(stampFile(step))) === value;
}

export async function stamp(step, value) {
  const file = inRepository(stampFile(step));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, value);
}
