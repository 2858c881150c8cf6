import { existsSync } from 'node:fs';
import { buildConsole, consoleIsBuilt } from './build-console.mjs';
import { generateClients, staleClients } from './generate-clients.mjs';
import { installPackages, packagesAreInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { inRepository, pinnedNode } from './repository.mjs';
import { runInForeground } from './run-process.mjs';
import { SetupError, say } from './say.mjs';

const jest = { module: 'packages/tooling/src/test.ts', takesName: true };

/**
 * Each command: its module, the Node.js flags it needs, whether the module takes its name, and whether
 * it needs the built console.
 */
const commands = {
  start: { module: 'packages/tooling/src/start.ts', needsConsole: true },
  test: jest,
  'test:browser': { ...jest, needsConsole: true },
  'test:deploy': jest,
  'test:servers': jest,
  'test:faults': { module: 'tests/faults/main.ts' },
  check: { module: 'packages/tooling/src/check.ts' },
  format: { module: 'packages/tooling/src/format.ts' },
  build: { module: 'packages/tooling/src/build.ts' },
  'images:sbom': { module: 'packages/tooling/src/image-bill-of-materials.ts' },
  generate: { module: 'packages/tooling/src/generate.ts' },
  screenshots: { module: 'tests/documentation/take-screenshots.ts' },
  migrate: { module: 'packages/tooling/src/migrate.ts' },
  'migration:new': { module: 'packages/tooling/src/new-migration.ts' },
  seed: { module: 'packages/tooling/src/seed.ts' },
  operator: { module: 'packages/operator/src/main.ts' },
  bench: { module: 'tests/bench/main.ts', flags: ['--disable-warning=ExperimentalWarning'] },
};

/** Where Node.js keeps compiled modules: every process that a command or a test starts loads them. */
const compileCache = inRepository('node_modules/.cache/node-compile');

/** Sets up the repository where needed, then runs a command and exits with its code. */
export async function runCommand(name, args) {
  try {
    const { module, flags = [], takesName, needsConsole } = commandNamed(name);
    await setUp();
    if (needsConsole && !(await consoleIsBuilt())) await withLock(buildConsole);
    process.exitCode = await runInForeground(
      pinnedNode,
      [...flags, inRepository(module), ...(takesName ? [name] : []), ...args],
      { NODE_COMPILE_CACHE: compileCache, ...process.env },
    );
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
    // The holder of the lock before this one may have installed them.
    if (!(await packagesAreInstalled())) await installPackages();
    const clients = await staleClients();
    if (clients.length > 0) await generateClients(clients);
  });
}

async function isSetUp() {
  return (await packagesAreInstalled()) && (await staleClients()).length === 0;
}
