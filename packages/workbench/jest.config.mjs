import { resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** Jest in ESM mode. TypeScript is only stripped of its types: what runs is what was written. */
export default {
  rootDir: repository,
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/tests'],
  testMatch: ['**/*.test.ts'],
  // They need more than Node.js: `npm run test:deploy`.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tests/deploy/'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
      },
    ],
  },
  globalSetup: resolve(import.meta.dirname, 'src/test-database/global-setup.ts'),
  globalTeardown: resolve(import.meta.dirname, 'src/test-database/global-teardown.ts'),
  testTimeout: 60_000,
};
