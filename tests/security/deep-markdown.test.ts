import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../services/registry/testing/start-registry.ts';

const lists = (levels: number) =>
  Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
/** Ways to nest, with the levels of each. */
const nested: Record<string, (levels: number) => string> = {
  quotes: (levels) => `${'>'.repeat(levels)}a`,
  lists,
  'quotes and lists': (levels) => `${'> - '.repeat(Math.ceil(levels / 2))}a`,
  emphasis: (levels) => `${'*a '.repeat(levels)}${'a*'.repeat(levels)}`,
  'emphasis of both signs': (levels) =>
    `${'*a _a '.repeat(levels / 2)}${'a_ a*'.repeat(levels / 2)}`,
};

/** Places of Markdown, each with a definition that has a text there. */
const places: [pointer: string, definition: (text: string) => object][] = [
  ['/description', (description) => ({ description })],
  ['/instructions', (instructions) => ({ instructions })],
  ['/postInstallMessage', (postInstallMessage) => ({ postInstallMessage })],
  ['/changelog/0.0.1', (text) => ({ changelog: { '0.0.1': text } })],
];

let registry: RunningRegistry;
let acme: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
  app = uniqueName('described');
  await acme.register({ app });
});
afterAll(() => registry?.close());

const register = (definition: object) =>
  acme.post('/v1/apps/available', {
    app: uniqueName('nested'),
    version: '0.0.1',
    title: 'An app',
    ...definition,
  });

type Entries = { code: string; detail: string; source: { pointer: string } }[];
const placesOf = (entries: Entries = [], code: string) =>
  entries.filter((one) => one.code === code).map(({ source }) => source.pointer);

describe('attack: Markdown nested so deep that programs fail to render it', () => {
  it.each(Object.entries(nested))('%s of 100 levels are refused', async (_how, text) => {
    for (const [pointer, definition] of places) {
      const { status, body } = await register(definition(text(100)));
      expect([status, placesOf(body.errors, 'invalid_definition')]).toEqual([400, [pointer]]);
      expect(body.errors[0].detail).toMatch(
        /100 or more levels deep\. Write fewer than 20 levels\.$/,
      );
    }
  });

  it.each(Object.entries(nested))(
    '%s of 20 and 98 levels register with a warning',
    async (_how, text) => {
      for (const [pointer, definition] of places) {
        for (const levels of [20, 98]) {
          const { status, body } = await register(definition(text(levels)));
          expect([status, placesOf(body.meta.warnings, 'deep_markdown')]).toEqual([201, [pointer]]);
        }
      }
    },
  );

  it.each(Object.entries(nested))('%s of 18 levels register without one', async (_how, text) => {
    for (const [, definition] of places) {
      const { status, body } = await register(definition(text(18)));
      expect([status, placesOf(body.meta.warnings, 'deep_markdown')]).toEqual([201, []]);
    }
  });

  it('is refused in an update, and warned about', async () => {
    const update = (description: string) =>
      acme.patch(`/v1/apps/available/${app}`, { description });
    const refused = await update('>'.repeat(32_000));
    expect([refused.status, placesOf(refused.body.errors, 'invalid_definition')]).toEqual([
      400,
      ['/description'],
    ]);
    const warned = await update('> '.repeat(20));
    expect([warned.status, placesOf(warned.body.meta.warnings, 'deep_markdown')]).toEqual([
      200,
      ['/description'],
    ]);
  });

  it('of many lines in deep quotes is refused at once', async () => {
    const { status, body } = await register({
      instructions: `${'> '.repeat(99)}${'a\n'.repeat(300_000)}`,
    });
    expect([status, placesOf(body.errors, 'invalid_definition')]).toEqual([400, ['/instructions']]);
  });
});
