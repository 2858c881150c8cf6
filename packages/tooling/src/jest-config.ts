import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from 'jest';
import { repositoryFolder } from './repository.ts';

const databasesFolder = join(repositoryFolder, 'packages/testing/src/databases');

/** Jest with its own test runner on modules that Node.js loads (decision 0112). */
const shared: Config = {
  rootDir: repositoryFolder,
  roots: ['packages', 'services', 'tests'].map((folder) => join(repositoryFolder, folder)),
  testRunner: join(import.meta.dirname, 'test-runner/run-test-file.ts'),
  testEnvironment: join(import.meta.dirname, 'test-runner/process-environment.ts'),
  // Node.js removes the types itself.
  transform: {},
  globalSetup: join(databasesFolder, 'global-setup.ts'),
  globalTeardown: join(databasesFolder, 'global-teardown.ts'),
  // On two cores a third worker runs while tests of the others wait.
  maxWorkers: 3,
  // A new process releases the memory that test files leak.
  workerIdleMemoryLimit: '600MB',
  // Ends a test that hangs; the whole suite on two slow cores beside others comes nowhere near it.
  testTimeout: 600_000,
};

const unitsAndFlows = {
  ...shared,
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tests/deploy/'],
} satisfies Config;

/** Begins a test file of `tests/` that `test:servers` runs too, and says what is different there. */
const ON_SERVERS = '// On servers too: ';
const ANY_MARKER = /^\s*(\/\/|\/?\*+)\s*on servers too\b/im;

/** @throws Error where the marker is not the first line of the text, or not written as above */
export function isMarkedForServers(path: string, text: string): boolean {
  const isMarked = text.startsWith(ON_SERVERS);
  if (!isMarked && ANY_MARKER.test(text)) {
    throw new Error(
      `${path}: '${ON_SERVERS}…' must be the first line; test:servers skips the file`,
    );
  }
  return isMarked;
}

/**
 * `test:servers` chooses from the tests of services and packages, and from the marked ones of `tests/`:
 * their statements, transactions, locks or Redis scripts behave differently on servers. The other files
 * of `tests/` repeat what `npm test` tests on embedded storage.
 */
const onServers: Config = {
  ...unitsAndFlows,
  testMatch: [
    '<rootDir>/{packages,services}/**/*.test.ts',
    ...globSync('tests/**/*.test.ts', { cwd: repositoryFolder })
      .map((path) => join(repositoryFolder, path))
      .filter((path) => isMarkedForServers(path, readFileSync(path, 'utf8'))),
  ],
};

/** The configuration of each command that runs tests. */
export const jestConfigs = {
  test: unitsAndFlows,
  'test:servers': onServers,
  'test:browser': { ...shared, testMatch: ['**/*.browser.ts'] },
  'test:deploy': { ...shared, testMatch: ['<rootDir>/tests/deploy/**/*.test.ts'] },
} satisfies Record<string, Config>;

/**
 * Of those files `test:servers` runs the ones that import one of these modules, directly or through
 * others: those that touch a database or a store.
 */
export const DATABASE_AND_STORE_MODULES = [
  'packages/testing/src/databases/test-database.ts',
  'packages/testing/src/redis/config.ts',
].map((path) => join(repositoryFolder, path));
