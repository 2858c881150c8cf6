import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lintMigrations } from './migration-safety.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migration-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function lint(sql: string, name = 'change') {
  const file = join(folder, name, 'migration.sql');
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(file, `${sql}\n`);
  return lintMigrations([file]);
}

describe('a migration', () => {
  it.each([
    ['ban-drop-column', 'ALTER TABLE app DROP COLUMN title;'],
    ['ban-drop-table', 'DROP TABLE app;'],
    ['adding-not-nullable-field', 'ALTER TABLE app ALTER COLUMN title SET NOT NULL;'],
    ['require-concurrent-index-creation', 'CREATE INDEX app_title_idx ON app (title);'],
    ['changing-column-type', 'ALTER TABLE app ALTER COLUMN title TYPE varchar(100);'],
    ['renaming-column', 'ALTER TABLE app RENAME COLUMN title TO name;'],
    [
      'constraint-missing-not-valid',
      'ALTER TABLE app ADD CONSTRAINT positive CHECK (version_count > 0);',
    ],
  ])('is refused by %s', async (rule, sql) => {
    const { ok, output } = await lint(sql);
    expect([ok, output]).toEqual([false, expect.stringContaining(rule)]);
  });

  it.each([
    ['a new column', 'ALTER TABLE app ADD COLUMN website TEXT;'],
    [
      'a new table with an index',
      'CREATE TABLE note (id BIGSERIAL PRIMARY KEY, at TIMESTAMPTZ(3));\nCREATE INDEX note_at_idx ON note (at);',
    ],
    [
      'what the release before has prepared',
      '-- squawk-ignore ban-drop-column\nALTER TABLE app DROP COLUMN title;',
    ],
  ])('may have %s', async (_, sql) => {
    expect(await lint(sql)).toMatchObject({ ok: true });
  });

  const INDEX = '-- Sorted lists.\nCREATE INDEX CONCURRENTLY "app_title_idx" ON "app" ("title");';
  it.each([
    ['may be one concurrent index', INDEX, 'titles_concurrently', true],
    ['says so in its name', INDEX, 'titles', false],
    ['has nothing beside it', `${INDEX}\nSELECT 1;`, 'titles_concurrently', false],
  ])('%s', async (_, sql, name, ok) => {
    expect(await lint(sql, name)).toMatchObject({ ok });
  });
});
