import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appDefinitionSchema, exampleDefinition } from '@app-platform/app-definition';
import { precompiledModule } from '@app-platform/app-definition/precompiled-schema';
import { compileOnFirstUse, type SchemaCheck } from '@app-platform/app-definition/schema-check';
import { definitionsInRealForms } from '@app-platform/testing/real-forms';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const valid = { app: 'order_tracker', version: '1.0.0' };

/** Each breaks the schema by other keywords. */
const broken: Record<string, unknown> = {
  'no object': 'x',
  nothing: {},
  'unknown keys': { ...valid, iconURL: 'x', constructor: {}, __proto: 1 },
  'wrong types': { ...valid, title: 5, tags: 'ai', roles: [5], settings: [], klasses: {} },
  'wrong choices': { ...valid, visibility: 'internal', tags: ['AI', 'featured', 'ai', 'x'] },
  'wrong patterns': { ...valid, app: 'order tracker', version: 'v1', dependencies: ['core'] },
  'wrong lengths': { ...valid, title: '', description: '😀'.repeat(40_000), app: 'a'.repeat(200) },
  'wrong names': { ...valid, changelog: { v1: 'x' }, i18n: { en_us: 5 } },
  'wrong attributes': {
    ...valid,
    klasses: [
      { name: 'customers', metadata: { standard: true } },
      { name: 'user', metadata: { standard: true, properties: { shift: { Example: 5 } } } },
    ],
  },
  'wrong components': {
    ...valid,
    actions: [{ name: 5 }],
    commands: [{}],
    kviews: [{ template: 5 }],
  },
};

let folder: string;
let precompiled: SchemaCheck;

beforeAll(async () => {
  // Inside of the package, so that the module finds what it imports.
  folder = await mkdtemp(
    join(import.meta.dirname, '../../packages/app-definition/node_modules/.precompiled-'),
  );
  const file = join(folder, 'schema-check.mjs');
  await writeFile(file, precompiledModule());
  const module = (await import(file)) as { compileOnFirstUse: typeof compileOnFirstUse };
  precompiled = module.compileOnFirstUse(appDefinitionSchema);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(Object.entries({ exampleDefinition, ...definitionsInRealForms, ...broken }))(
  'has the errors of the schema that is compiled at run time: %s',
  (_name, definition) => {
    const atRunTime = compileOnFirstUse(appDefinitionSchema);
    expect(precompiled(definition)).toEqual(atRunTime(definition));
  },
);

it('has errors to compare', () => {
  const counts = Object.values(broken).map((definition) => precompiled(definition).length);
  expect(counts.filter((count) => count === 0)).toEqual([]);
});
