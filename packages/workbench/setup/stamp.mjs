import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inRepository, readText } from './repository.mjs';

/** Where it is written down what a step was last done with. */
function stampFile(step) {
  return `node_modules/.workbench/${step}`;
}

export async function isStamped(step, value) {
  return (await readText(stampFile(step))) === value;
}

export async function stamp(step, value) {
  const file = inRepository(stampFile(step));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, value);
}
