import { join } from 'node:path';
import { buildConsole } from '@app-platform/console/build';
import { repositoryFolder } from './repository.ts';

// `npm start` and the browser tests serve it from here.
await buildConsole(join(repositoryFolder, 'dist/console'));
