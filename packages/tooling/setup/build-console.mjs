import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import {
  hash,
  inRepository,
  isStamped,
  pinnedNode,
  readText,
  SetupError,
  say,
  stamp,
} from './repository.mjs';
import { runQuietly } from './run-process.mjs';

const STEP = 'console';
/** The sources of the console, beside the installed packages. */
const SOURCES = [
  'packages/console/index.html',
  'packages/console/build',
  'packages/console/src',
  'packages/client/src',
  'packages/app-definition/src',
  'packages/contracts/src',
  'packages/style/src',
];

export async function consoleIsBuilt() {
  return (
    existsSync(inRepository('dist/console/index.html')) &&
    (await isStamped(STEP, await hashOfSources()))
  );
}

export async function buildConsole() {
  say('Building the console…');
  const value = await hashOfSources();
  const module = inRepository('packages/tooling/src/build-console.ts');
  const { code, signal, output } = await runQuietly(pinnedNode, [module], process.env);
  if (signal) process.exit(code);
  if (code !== 0) throw new SetupError(`${output.trim()}\n\nBuilding the console failed.`);
  await stamp(STEP, value);
}

async function hashOfSources() {
  const lists = await Promise.all(SOURCES.map(filesIn));
  const files = ['pnpm-lock.yaml', ...lists.flat().sort()];
  const texts = await Promise.all(files.map(readText));
  return hash(files.map((file, index) => [file, texts[index]]));
}

async function filesIn(path) {
  if (path.endsWith('.html')) return [path];
  const entries = await readdir(inRepository(path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(inRepository('').length)}/${name}`);
}
