import { join } from 'node:path';
import { run } from 'jest';

/** `npm run test:browser`: what needs Debian's chromium, apart from what `npm test` runs. */
const config = join(import.meta.dirname, '../jest.config.mjs');
await run(['--config', config, '--testMatch', '**/*.browser.ts', ...process.argv.slice(2)]);
