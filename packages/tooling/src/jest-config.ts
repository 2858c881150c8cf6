import { join } from 'node:path';
import type { Config } from 'jest';
import { repositoryFolder } from './repository.ts';

/** Jest with its own test runner on modules that Node.js loads (decision 0112). */
const shared: Config = {
  rootDir: repositoryFolder,
  roots: ['packages', 'services', 'tests'].map((folder) => join(repositoryFolder, folder)),
  testRunner: join(import.meta.dirname, 'test-runner/run-test-file.ts'),
  testEnvironment: join(import.meta.dirname, 'test-runner/process-environment.ts'),
  // Node.js removes the types itself.
  transform: {},
  globalSetup: join(import.meta.dirname, 'test-database/global-setup.ts'),
  globalTeardown: join(import.meta.dirname, 'test-database/global-teardown.ts'),
  // On two cores a third worker runs while tests of the others wait.
  maxWorkers: 3,
  // What a test file leaves behind stays with its process.
  workerIdleMemoryLimit: '600MB',
  testTimeout: 120_000,
};

const unitsAndFlows = {
  ...shared,
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tests/deploy/'],
} satisfies Config;

/**
 * Attacks on requests and pages, and what surrounds the services: what they ask the databases, other
 * tests ask there too. The whole suite on embedded storage has them.
 */
const WITHOUT_QUESTIONS_OF_THEIR_OWN = [
  'account-enumeration',
  'anonymous-authorization-requests',
  'apps-without-redirect-uri',
  'authorization-requests',
  'consent-forgery',
  'consent-page',
  'cookie-attributes',
  'cross-origin-requests',
  'endpoints',
  'error-redirects',
  'form-bodies',
  'logs',
  'open-redirect',
  'pages',
  'parameter-pollution',
  'password-guessing',
  'plain-http',
  'redirect-uri',
  'routine-requests',
  'scope-limits',
  'unsupported-redirect-uris',
  'upstream-id-token',
  'upstream-sign-in',
];

const onServers: Config = {
  ...unitsAndFlows,
  testPathIgnorePatterns: [
    ...unitsAndFlows.testPathIgnorePatterns,
    `<rootDir>/tests/security/(${WITHOUT_QUESTIONS_OF_THEIR_OWN.join('|')})\\.test\\.ts`,
    '<rootDir>/tests/(contract|documentation)/',
    '<rootDir>/tests/observability/(release|spans)\\.test\\.ts',
    '<rootDir>/tests/flow/(apps-command-line|client|developer-day|ipv6|operator-users|publisher)\\.test\\.ts',
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
 * `test:servers` selects the test files that import one of these modules, directly or through
 * others: everything that touches a database or a store.
 */
export const DATABASE_AND_STORE_MODULES = [
  'packages/tooling/src/test-database/index.ts',
  'packages/runtime/testing/config.ts',
].map((path) => join(repositoryFolder, path));
