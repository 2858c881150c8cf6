import { join } from 'node:path';
import { run } from 'jest';

/** `npm run test:deploy`: what needs programs of Debian's besides, apart from what `npm test` runs. */
const config = join(import.meta.dirname, '../jest.config.mjs');
const parameters = process.argv.slice(2);
const isPath = parameters[0] !== undefined && !parameters[0].startsWith('-');
const path = isPath ? parameters.shift() : undefined;
// A flag that takes several values would take a path for one of them, so paths come first.
await run([
  path ?? 'tests/deploy',
  '--config',
  config,
  ...parameters,
  '--testPathIgnorePatterns=/node_modules/',
]);
