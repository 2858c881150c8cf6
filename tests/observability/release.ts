import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';

/** The version of the release. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(join(repositoryFolder, 'package.json'), 'utf8'),
);
