import { announceTemplates, testDatabaseServer } from './config.ts';
import { createTemplates } from './template.ts';

/** Runs once before all tests; the global teardown, in the same process, removes what this makes. */
export default async function globalSetup(): Promise<void> {
  const { templates, remove } = await createTemplates(testDatabaseServer());
  announceTemplates(templates);
  Object.assign(globalThis, { removeTestTemplates: remove });
}
