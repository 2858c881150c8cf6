import { existsSync } from 'node:fs';
import {
  hashOfFiles,
  inRepository,
  isStamped,
  pinnedNode,
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
  'packages/console-sign-in/src',
  'packages/client/src',
  'packages/app-definition/src',
  'packages/json/src',
  'packages/contracts/src',
  'packages/style/src',
];

export async function consoleIsBuilt() {
  return (
    existsSync(inRepository('dist/console/index.html')) &&
    (await isStamped(STEP, await hashOfFiles(SOURCES)))
  );
}

export async function buildConsole() {
  say('Building the console…');
  const value = await hashOfFiles(SOURCES);
  const module = inRepository('packages/tooling/src/build-console.ts');
  const { code, signal, output } = await runQuietly(pinnedNode, [module], process.env);
  if (signal) process.exit(code);
  if (code !== 0) throw new SetupError(`${output.trim()}\n\nBuilding the console failed.`);
  await stamp(STEP, value);
}
