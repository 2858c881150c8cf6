/** Removes what the global setup made; both run in the same process. */
export default async function globalTeardown(): Promise<void> {
  const { removeTestTemplates } = globalThis as { removeTestTemplates?: () => Promise<void> };
  await removeTestTemplates?.();
}
