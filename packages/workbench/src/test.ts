import { join } from 'node:path';
import { run } from 'jest';

// Arguments go to Jest as they are: `npm test -- some/path -t name`.
await run(['--config', join(import.meta.dirname, '../jest.config.mjs'), ...process.argv.slice(2)]);
