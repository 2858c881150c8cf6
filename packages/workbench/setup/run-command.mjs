import { existsSync } from 'node:fs';
import { generateClients, staleClients } from './generate-clients.mjs';
import { installPackages, packagesAreInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { inRepository, pinnedNode } from './repository.mjs';
import { runInForeground } from './run-process.mjs';
import { SetupError, say } from './say.mjs';

/** Each command, the module that does it, and flags of Node.js that it needs. */
const commands = {
  start: { module: 'packages/workbench/src/start.ts' },
  test: {
    module: 'packages/workbench/src/test.ts',
    // Jest runs ECMAScript modules in `vm`, which Node.js still calls experimental at each start.
    flags: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  },
  'test:browser': {
    module: 'packages/workbench/src/test-browser.ts',
    flags: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  },
  'test:deploy': {
    module: 'packages/workbench/src/test-deploy.ts',
    flags: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  },
  'test:faults': { module: 'tests/faults/main.ts' },
  check: { module: 'packages/workbench/src/check.ts' },
  format: { module: 'packages/workbench/src/format.ts' },
  build: { module: 'packages/workbench/src/build.ts' },
  generate: { module: 'packages/workbench/src/generate.ts' },
  migrate: { module: 'packages/workbench/src/migrate.ts' },
  'migration:new': { module: 'packages/workbench/src/new-migration.ts' },
  seed: { module: 'packages/workbench/src/seed.ts' },
  operator: { module: 'packages/operator/src/main.ts' },
  bench: { module: 'tests/bench/main.ts', flags: ['--disable-warning=ExperimentalWarning'] },
};

/** Sets the repository up as far as it is not, then runs a command and exits as it does. */
export async function runCommand(name, args) {
  try {
    const { module, flags = [] } = commandNamed(name);
    await setUp();
    process.exitCode = await runInForeground(
      pinnedNode,
      [...flags, inRepository(module), ...args],
      process.env,
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
    // Whoever held the lock before may have done it.
    if (!(await packagesAreInstalled())) await installPackages();
    const clients = await staleClients();
    if (clients.length > 0) await generateClients(clients);
  });
}

async function isSetUp() {
  return (await packagesAreInstalled()) && (await staleClients()).length === 0;
}
