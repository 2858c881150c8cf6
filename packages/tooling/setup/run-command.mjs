import { existsSync } from 'node:fs';
import { buildConsole, consoleIsBuilt } from './build-console.mjs';
import { generateSources, staleSources } from './generate.mjs';
import { installPackages, packagesAreInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { inRepository, pinnedNode, SetupError, say } from './repository.mjs';
import { runInForeground } from './run-process.mjs';

const jest = { module: 'packages/tooling/src/test.ts', takesName: true };

/**
 * Each command: its module, the Node.js flags it needs, whether the module takes its name, whether it
 * needs the built console, and whether it writes what the setup reads.
 */
const commands = {
  start: { module: 'packages/tooling/src/start.ts', needsConsole: true },
  test: jest,
  'test:browser': { ...jest, needsConsole: true },
  'test:deploy': jest,
  'test:stores': jest,
  'test:faults': { module: 'tests/faults/main.ts' },
  'test:growth': { module: 'tests/growth/main.ts' },
  'test:last-release': { module: 'tests/last-release/main.ts' },
  check: { module: 'packages/tooling/src/check.ts' },
  format: { module: 'packages/tooling/src/format.ts' },
  build: { module: 'packages/tooling/src/build.ts' },
  'images:sbom': { module: 'packages/tooling/src/image-bill-of-materials.ts' },
  generate: { module: 'packages/tooling/src/generate.ts', changesSetup: true },
  screenshots: { module: 'tests/documentation/take-screenshots.ts' },
  migrate: { module: 'packages/tooling/src/migrate.ts' },
  'migration:new': { module: 'packages/tooling/src/new-migration.ts' },
  seed: { module: 'packages/tooling/src/seed.ts' },
  operator: { module: 'packages/operator/src/main.ts' },
  bench: { module: 'tests/bench/main.ts', flags: ['--disable-warning=ExperimentalWarning'] },
  walk: { module: 'tests/bench/walk.ts' },
};

/** Node.js caches compiled modules here, for every process that a command or a test starts. */
const compileCache = inRepository('node_modules/.cache/node-compile');

/** Sets up the repository where needed, then runs a command and exits with its code. */
export async function runCommand(name, args) {
  try {
    const { module, flags = [], takesName, needsConsole, changesSetup } = commandNamed(name);
    await setUp();
    if (needsConsole && !(await consoleIsBuilt())) await withLock(buildConsole);
    process.exitCode = await runInForeground(
      pinnedNode,
      [...flags, inRepository(module), ...(takesName ? [name] : []), ...args],
      { NODE_COMPILE_CACHE: compileCache, ...process.env },
    );
    if (changesSetup) await setUp();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

function commandNamed(name) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (!command) {
    throw new SetupError(
      `No such command: ${name}. There are: ${Object.keys(commands).join(', ')}.`,
    );
  }
  if (!existsSync(inRepository(command.module))) {
    throw new SetupError(`${name} is not here yet: there is no ${command.module}.`);
  }
  return command;
}

async function setUp() {
  if (await isSetUp()) return;
  await withLock(async () => {
    // Another command may have installed them while this one waited for the lock.
    if (!(await packagesAreInstalled())) await installPackages();
    await generateSources(await staleSources());
  });
}

async function isSetUp() {
  return (await packagesAreInstalled()) && (await staleSources()).length === 0;
}
