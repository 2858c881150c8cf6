import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refused } from '../failure.ts';

/**
 * Runs a TypeScript file, also on a Node.js without type stripping.
 * @returns its default export, or its only export
 */
export async function loadTypescript(path: string, name: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, {
    moduleCache: false,
    fsCache: false,
    interopDefault: false,
    alias: { '@app-platform/cli': defineAppModule() },
  });
  let exported: Record<string, unknown>;
  try {
    exported = await jiti.import<Record<string, unknown>>(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused('invalid_module', `${name} cannot be run: ${reason}`);
  }
  const values = Object.values(exported);
  const value = exported.default ?? (values.length === 1 ? values[0] : undefined);
  if (value !== undefined) return value;
  throw refused(
    'invalid_module',
    `${name} exports no definition. End it with: export default defineApp({ … })`,
  );
}

/** The module of `defineApp`: beside the bundle, or beside this source. */
function defineAppModule(): string {
  const bundled = fileURLToPath(new URL('./define-app.js', import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('./define-app.ts', import.meta.url));
}
