import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { addsIndexConcurrently, concurrentIndexOf } from '@app-platform/runtime/database';
import { prismaFolders } from '../repository.ts';
import { type Outcome, outcome, runTool } from './tools.ts';

/** Earlier migrations are not linted: a merged migration cannot be changed. */
const FIRST_CHECKED = '20261128';
const CONCURRENT_INDEX =
  'a migration is one CREATE INDEX CONCURRENTLY and nothing else exactly where its name ends in _concurrently';

/** Checks that the migrations can run beside services of the release before. */
export async function migrationsAreSafe(): Promise<Outcome> {
  const files: string[] = [];
  for (const folder of await prismaFolders()) {
    const migrations = join(folder, 'migrations');
    const names = await readdir(migrations);
    const checked = names.filter((name) => /^\d/.test(name) && name >= FIRST_CHECKED);
    files.push(...checked.map((name) => join(migrations, name, 'migration.sql')));
  }
  if (files.length === 0) throw new Error('No migration was found to lint.');
  return lintMigrations(files);
}

/**
 * Refuses what blocks a table for long, or takes away what services of the release before may still use.
 * `-- squawk-ignore RULE` above a statement allows it (docs/decisions/0018).
 */
export async function lintMigrations(files: string[]): Promise<Outcome> {
  const findings: string[] = [];
  const inTransactions: string[] = [];
  for (const file of files) {
    const isConcurrent = concurrentIndexOf(await readFile(file, 'utf8')) !== undefined;
    if (isConcurrent !== addsIndexConcurrently(basename(dirname(file)))) {
      findings.push(`${file}: ${CONCURRENT_INDEX}`);
    }
    if (!isConcurrent) inTransactions.push(file);
  }
  if (findings.length > 0 || inTransactions.length === 0) return outcome(findings);
  return runTool('squawk', ['--config', 'packages/tooling/squawk.toml', ...inTransactions]);
}
