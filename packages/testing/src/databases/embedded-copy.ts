import { readFile } from 'node:fs/promises';
import { connectionTo, createPglite } from '@app-platform/runtime/embedded-database';
import { announcedTemplates } from './config.ts';
import { SnapshotFilesystem } from './snapshot-filesystem.ts';
import type { Templates } from './template.ts';

/** Opens an embedded database in memory that holds what a template holds. */
export async function openEmbeddedCopy(template: keyof Templates) {
  const database = await openPgliteCopy(template);
  return connectionTo(database, 'embedded PostgreSQL in memory');
}

/** Opens such a database without the connection that stores work on. */
export async function openPgliteCopy(template: keyof Templates) {
  const snapshot = await readFile(announcedTemplates()[template]);
  return createPglite({ fs: new SnapshotFilesystem(snapshot) });
}
