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
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/tests/deploy/',
    // Node.js's own runner runs them in tests/flow/templates.test.ts.
    '<rootDir>/packages/cli/templates/',
  ],
} satisfies Config;

/**
 * `test:stores` chooses from the tests of services and packages. `.ci/run` runs every test on servers, and these on
 * embedded storage too: statements, transactions and locks behave differently there.
 */
const ofStores: Config = {
  ...unitsAndFlows,
  testMatch: ['<rootDir>/{packages,services}/**/*.test.ts'],
};

/** The configuration of each command that runs tests. */
export const jestConfigs = {
  test: unitsAndFlows,
  'test:stores': ofStores,
  // A browser is several processes, which keep two cores busy.
  'test:browser': { ...shared, testMatch: ['**/*.browser.ts'], maxWorkers: 2 },
  'test:deploy': { ...shared, testMatch: ['<rootDir>/tests/deploy/**/*.test.ts'] },
} satisfies Record<string, Config>;

/**
 * Of those files `test:stores` runs the ones that import one of these modules, directly or through
 * others: those that touch a database or a store.
 */
export const DATABASE_AND_STORE_MODULES = [
  'packages/testing/src/databases/test-database.ts',
  'packages/testing/src/redis/config.ts',
].map((path) => join(repositoryFolder, path));
