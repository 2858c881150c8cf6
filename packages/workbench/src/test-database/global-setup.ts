import { join } from 'node:path';
import { announceTemplates, testDatabaseServer } from './config.ts';
import { createTemplates } from './template.ts';

const prismaFolder = join(import.meta.dirname, '../../../../prisma');

/** Runs once before all tests; what it answers runs once after them. */
export default async function globalSetup(): Promise<void> {
  const { templates, remove } = await createTemplates(prismaFolder, testDatabaseServer());
  announceTemplates(templates);
  Object.assign(globalThis, { removeTestTemplates: remove });
}
