import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { prismaFolders } from '../repository.ts';
import { type Outcome, outcome, runTool } from './tools.ts';

/** No release had the migrations before, so that no running service saw them. */
const FIRST_CHECKED = '20261128';

/** Checks that the migrations can run beside services of the release before. */
export async function migrationsAreSafe(): Promise<Outcome> {
  const files: string[] = [];
  for (const folder of await prismaFolders()) {
    const migrations = join(folder, 'migrations');
    const names = await readdir(migrations);
    const checked = names.filter((name) => /^\d/.test(name) && name >= FIRST_CHECKED);
    files.push(...checked.map((name) => join(migrations, name, 'migration.sql')));
  }
  return lintMigrations(files);
}

/**
 * Refuses what blocks a table for long, or what services of the release before may still use. A
 * migration says `-- squawk-ignore RULE` above a statement that the release before has prepared.
 */
export async function lintMigrations(files: string[]): Promise<Outcome> {
  if (files.length === 0) return outcome([]);
  return runTool('squawk', ['--config', 'packages/tooling/squawk.toml', ...files]);
}
