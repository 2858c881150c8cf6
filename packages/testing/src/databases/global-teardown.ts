import { closeReusedCopies } from './reused-copy.ts';

/** Removes what the global setup made, and databases that test files in this process left open. */
export default async function globalTeardown(): Promise<void> {
  const { removeTestTemplates } = globalThis as { removeTestTemplates?: () => Promise<void> };
  await removeTestTemplates?.();
  await closeReusedCopies();
}
