import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkImports } from './imports.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'app-platform-imports-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** A repository whose source files hold nothing but imports of the named files. */
async function repositoryWith(files: Record<string, string[]>): Promise<string> {
  const repository = await mkdtemp(join(parent, 'repository-'));
  for (const folder of ['services', 'packages', 'tests']) await mkdir(join(repository, folder));
  for (const [file, imports] of Object.entries(files)) {
    await mkdir(dirname(join(repository, file)), { recursive: true });
    const lines = imports.map((name) => `import type { Some } from '${name}';`);
    await writeFile(join(repository, file), `${lines.join('\n')}\nexport type Some = string;\n`);
  }
  return repository;
}

describe('imports', () => {
  it('may run downwards, past a layer too', async () => {
    const repository = await repositoryWith({
      'services/a/src/server.ts': ['./apps/routes.ts', './stores.ts'],
      'services/a/src/apps/routes.ts': ['./register.ts', '../../../../packages/http-api/src/b.ts'],
      'services/a/src/apps/register.ts': ['./app-store.ts'],
      'services/a/src/apps/app-store.ts': ['../database/database.ts', '../config.ts'],
      'services/a/src/stores.ts': ['./apps/app-store.ts'],
      'services/a/src/database/database.ts': [],
      'services/a/src/config.ts': [],
      'services/a/testing/start.ts': ['../src/server.ts'],
      'services/a/src/apps/app-store.test.ts': ['../server.ts', '../../testing/start.ts'],
      'packages/http-api/src/b.ts': ['../../contracts/src/c.ts'],
      'packages/contracts/src/c.ts': [],
    });
    expect(await checkImports(repository)).toEqual({ ok: true, output: '' });
  });

  it('are an error where none is found', async () => {
    const repository = await repositoryWith({ 'services/a/src/server.ts': [] });
    await expect(checkImports(repository)).rejects.toThrow('no import was found');
  });

  it.each<[string, Record<string, string[]>, string]>([
    [
      'a cycle of type-only imports',
      { 'tests/a.ts': ['./b.ts'], 'tests/b.ts': ['./a.ts'] },
      'cycle: tests/a.ts → tests/b.ts → tests/a.ts',
    ],
    [
      'folders that import each other',
      {
        'packages/json/src/a/b.ts': ['../c/d.ts'],
        'packages/json/src/c/d.ts': [],
        'packages/json/src/c/e.ts': ['../a/f.ts'],
        'packages/json/src/a/f.ts': [],
      },
      `folder cycle: packages/json/src/a → packages/json/src/c → packages/json/src/a
folder cycle: packages/json/src/c → packages/json/src/a → packages/json/src/c`,
    ],
    [
      'production code that imports code for tests',
      { 'packages/json/src/a.ts': ['../testing/b.ts'], 'packages/json/testing/b.ts': [] },
      'production code imports code for tests: packages/json/src/a.ts → packages/json/testing/b.ts',
    ],
    [
      'a store that imports the domain',
      { 'services/a/src/app-store.ts': ['./app.ts'], 'services/a/src/app.ts': [] },
      'stores import domain: services/a/src/app-store.ts → services/a/src/app.ts',
    ],
    [
      'a domain function that imports routes',
      { 'services/a/src/app.ts': ['./app-routes.ts'], 'services/a/src/app-routes.ts': [] },
      'domain import routes: services/a/src/app.ts → services/a/src/app-routes.ts',
    ],
    [
      'a database that imports a store',
      { 'services/a/src/database/a.ts': ['../stores.ts'], 'services/a/src/stores.ts': [] },
      'database import stores: services/a/src/database/a.ts → services/a/src/stores.ts',
    ],
    [
      'a service that imports another service',
      { 'services/a/src/a.ts': ['../../b/src/b.ts'], 'services/b/src/b.ts': [] },
      'service imports another service: services/a/src/a.ts → services/b/src/b.ts',
    ],
    [
      'a service that imports a package of the tooling',
      {
        'services/a/src/a.ts': ['../../../packages/tooling/src/b.ts'],
        'packages/tooling/src/b.ts': [],
      },
      `imports other packages than reference, app-definition, http-api, runtime, style, json, contracts: services/a/src/a.ts → packages/tooling/src/b.ts
imports the commands of the repository: services/a/src/a.ts → packages/tooling/src/b.ts`,
    ],
    [
      'a package that imports a package above it',
      {
        'packages/runtime/src/a.ts': ['../../http-api/src/b.ts'],
        'packages/http-api/src/b.ts': [],
      },
      'imports other packages than runtime, contracts: packages/runtime/src/a.ts → packages/http-api/src/b.ts',
    ],
    [
      'a test of a service that imports another service',
      {
        'services/a/src/a.test.ts': ['../../b/src/b.ts'],
        'services/b/src/b.ts': ['./c.ts'],
        'services/b/src/c.ts': [],
      },
      'service imports another service: services/a/src/a.test.ts → services/b/src/b.ts',
    ],
    [
      'a test, and code that tests share, that import a package above theirs',
      {
        'packages/json/src/a.test.ts': ['../../testing/src/t.ts', '../../http-api/src/b.ts'],
        'packages/json/testing/c.ts': ['../../http-api/src/b.ts'],
        'packages/http-api/src/b.ts': ['./d.ts'],
        'packages/http-api/src/d.ts': [],
        'packages/testing/src/t.ts': [],
      },
      `imports other packages than json, testing: packages/json/src/a.test.ts → packages/http-api/src/b.ts
imports other packages than json, testing: packages/json/testing/c.ts → packages/http-api/src/b.ts`,
    ],
    [
      'a test that imports the tooling',
      {
        'tests/a.test.ts': ['../packages/tooling/src/b.ts'],
        'packages/tooling/src/b.ts': ['./c.ts'],
        'packages/tooling/src/c.ts': [],
      },
      'imports the commands of the repository: tests/a.test.ts → packages/tooling/src/b.ts',
    ],
    [
      'an import of a test file',
      {
        'tests/a.test.ts': ['./b.test.ts', './c.ts'],
        'tests/b.test.ts': [],
        'tests/c.ts': ['./d.ts'],
        'tests/d.ts': [],
      },
      'imports a test file: tests/a.test.ts → tests/b.test.ts',
    ],
    [
      'an import that leads nowhere',
      { 'tests/a.ts': ['./b.ts'] },
      'unresolved import: tests/a.ts → ./b.ts',
    ],
  ])('are refused for %s', async (_fault, files, finding) => {
    const repository = await repositoryWith(files);
    expect(await checkImports(repository)).toEqual({ ok: false, output: finding });
  });
});
