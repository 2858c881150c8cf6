import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openRegistryDatabase } from '../../stores.ts';
import { DirectorySearch, type DirectorySort } from './search-directory.ts';

const OWN = 'a'.repeat(24);
const OTHER = 'b'.repeat(24);
/** More than are gone through before an index is asked. */
const APPS = 2_600;
const PAGE_SIZE = 20;

type Filter = { text?: string; tag?: string; sort?: DirectorySort };

/** Which apps, by their numbers, have a word in their text. */
const words: Record<string, (number: number) => boolean> = {
  everywhere: () => true,
  'nearly everywhere': (number) => number % 40 !== 7,
  'Tenth one': (number) => number % 10 === 0,
  fiftieth: (number) => number % 50 === 0,
  'each 100.': (number) => number % 100 === 0,
  rare: (number) => number % 700 === 3,
  beginning: (number) => number < 60,
  'nearly a page at first': (number) => number < 20 || number === 2_500,
  'one at first': (number) => number === 5 || (number > 1_500 && number < 1_540),
  ending: (number) => number > 2_540,
  '50% of a_b': (number) => number % 650 === 5,
  '50 of a b': (number) => number % 650 === 6,
  '(!)': (number) => number % 900 === 1,
  é: (number) => number % 800 === 2,
};
/** And some that stand across words, in another case, or in no text at all. */
const texts = [
  ...Object.keys(words),
  'RARE',
  'ew',
  'enth o',
  ' 100',
  '00.',
  '0.',
  'É',
  'not there',
  // With words that nearly all apps have, which an index is not asked for.
  'Everywhere; RARE',
  'everywhere; 50% of a_b',
  'everywhere; each 100.',
  'everywhere; é',
  'everywhere; (!)',
  'everywhere;',
  ' everywhere',
  'rare; everywhere',
  'nearly everywhere; rare',
  'nearly everywhere; each 100.',
];

/** Likewise, which have a tag; the last is one that the operator sets. */
const tags: Record<string, (number: number) => boolean> = {
  ai: (number) => number % 3 === 0,
  csat: (number) => number % 60 === 7,
  messaging: (number) => number > 2_400 && number % 2 === 0,
  featured: (number) => number % 1_000 === 999,
};

type App = { name: string; isVisible: boolean; text: string; tags: string[] };

const apps: App[] = Array.from({ length: APPS }, (_, number) => {
  const name = `app_${String(number).padStart(5, '0')}`;
  const has = Object.keys(words).filter((word) => words[word]?.(number));
  // Two of each nine are private, and one of those is the organization's own.
  const tagged = Object.keys(tags).filter((tag) => tags[tag]?.(number));
  return { name, isVisible: number % 9 !== 0, text: `${has.join('; ')};`, tags: tagged };
});

let connection: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  connection = await openTestDatabase('registry', 'owner');
  const rows = JSON.stringify(apps);
  const session = await connection.adapter.connect();
  await session.executeScript(`
    INSERT INTO organization (id, name) VALUES ('${OWN}', 'Own'), ('${OTHER}', 'Other');
    WITH numbered AS (
      SELECT ordinality AS id, ordinality - 1 AS number, one->>'name' AS name, one->>'text' AS text,
        ARRAY(SELECT json_array_elements_text(one->'tags')) AS tags
      FROM json_array_elements('${rows}'::json) WITH ORDINALITY AS each (one, ordinality)
    ), app AS (
      INSERT INTO app (id, name, organization_id, visibility, identifier, client_id, operator_tags,
                       version, highest_version, title, description, tags, search_text)
      SELECT id, name, CASE WHEN number % 9 = 1 THEN '${OWN}' ELSE '${OTHER}' END,
        CASE WHEN number % 9 < 2 THEN 'private' ELSE 'public' END,
        'i' || number, 'client' || number, '{}', '1.0.0', '1.0.0', 'An app', text, tags,
        lower(concat_ws(E'\\n', name, 'An app', text))
      FROM numbered
    )
    INSERT INTO app_version (id, app_id, version, precedence, definition, added_fields, title,
                             dependencies, defects)
    SELECT id, id, '1.0.0', '1.0.0', '{}', '{}', 'An app', '{}', '[]'
    FROM numbered;
    INSERT INTO installation (organization_id, app_id, app_version_id)
    SELECT organization, id, id FROM app
    JOIN (VALUES ('${OTHER}', 40), ('${OWN}', 80)) AS each (organization, every) ON (id - 1) % every = 0`);
  await session.dispose();
});
afterAll(() => connection.close());

/** Page after page, as a caller reads them. */
async function found(filter: Filter): Promise<string[]> {
  const directory = new DirectorySearch(openRegistryDatabase(connection));
  const names: string[] = [];
  let after: string | undefined;
  while (true) {
    const page = { size: PAGE_SIZE, ...(after !== undefined && { after }) };
    const { entries, next } = await directory.search(OWN, { ...filter, page });
    names.push(...entries.map(({ name }) => name));
    if (next === null) return names;
    after = next;
  }
}

const filters: Filter[] = [
  ...texts.map((text) => ({ text })),
  ...Object.keys(tags).map((tag) => ({ tag })),
  { text: 'fiftieth', tag: 'ai' },
  { text: 'ending', tag: 'messaging' },
  // No text that an index of trigrams can find.
  { text: 'e', tag: 'csat' },
  { text: 'rare', tag: 'featured' },
];

/** Every word but the last is whole; the last one may be a beginning where nothing follows it. */
function hasWords({ name, text }: App, wanted: string): boolean {
  const wordsOf = (one: string): string[] => one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const own = wordsOf(`${name} An app ${text}`);
  const searched = wordsOf(wanted);
  const last = /[\p{L}\p{N}]$/u.test(wanted) ? searched.pop() : undefined;
  return (
    wordsOf(wanted).length > 0 &&
    searched.every((word) => own.includes(word)) &&
    (last === undefined || own.some((word) => word.startsWith(last)))
  );
}

describe('a search of the directory', () => {
  it.each(filters)(
    'for %j finds every matching app that the organization may see, by name where none is better',
    async (filter) => {
      const { text = '', tag } = filter;
      const visible = apps.filter(
        (one) => one.isVisible && (tag === undefined || one.tags.includes(tag)),
      );
      const withWords = visible.filter((one) => hasWords(one, text));
      const having = visible.filter((one) => one.text.toLowerCase().includes(text.toLowerCase()));
      const matching = withWords.length > 0 ? withWords : having;
      expect(await found(filter)).toEqual(matching.map(({ name }) => name));
    },
  );

  it('finds a mistyped word that many apps have, and one that few have, on one page', async () => {
    expect(await found({ text: 'fiftyeth' })).toEqual(
      (await found({ text: 'fiftieth' })).slice(0, PAGE_SIZE),
    );
    expect(await found({ text: 'endnig' })).toEqual(
      (await found({ text: 'ending' })).slice(0, PAGE_SIZE),
    );
    expect(await found({ text: 'nothing alike' })).toEqual([]);
  });

  it('goes on by parts of texts from the cursor of an earlier release', async () => {
    const directory = new DirectorySearch(openRegistryDatabase(connection));
    const page = { size: PAGE_SIZE, after: 'app_00001' };
    const { entries } = await directory.search(OWN, { text: 'iftiet', page });
    expect(entries[0]?.name).toBe('app_00050');
  });
});

/** As the rows above are installed: in two organizations, one or none. */
const installations = (number: number) => Number(number % 40 === 0) + Number(number % 80 === 0);
const numbers = new Map(apps.map(({ name }, number) => [name, number]));
const numberOf = (name: string) => numbers.get(name) ?? 0;

describe.each<[DirectorySort, (one: number, other: number) => number]>([
  ['name', (one, other) => one - other],
  ['newest', (one, other) => other - one],
  ['most_installed', (one, other) => installations(other) - installations(one) || one - other],
])('in the order %s', (sort, compare) => {
  const visible = apps.filter(({ isVisible }) => isVisible);
  const inOrder = (names: string[]) =>
    names.toSorted((one, other) => compare(numberOf(one), numberOf(other)));

  it('the whole directory comes page after page, each app once', async () => {
    expect(await found({ sort })).toEqual(inOrder(visible.map(({ name }) => name)));
  });

  it.each<Filter>([
    { tag: 'ai' },
    { tag: 'csat' },
    { text: 'fiftieth' },
    { text: 'iftiet' },
    { text: 'Tenth one', tag: 'ai' },
    { text: '(!)' },
  ])('%j has the same apps as by relevance', async (filter) => {
    const names = await found({ ...filter, sort: 'relevance' });
    expect(names.length).toBeGreaterThan(0);
    expect(await found({ ...filter, sort })).toEqual(inOrder(names));
  });

  it('a mistyped word finds every app that has what was meant', async () => {
    const names = await found({ text: 'fiftieth' });
    expect(await found({ text: 'fiftyeth', sort })).toEqual(inOrder(names));
    expect(await found({ text: 'nothing alike', sort })).toEqual([]);
  });
});

type IndexScan = { 'Node Type': string; 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
type Explained = { Plan: { Plans: IndexScan[] } }[] | undefined;
const READ_EXPLAINED = {
  name: 'read-explained',
  text: 'SELECT plan FROM explained',
  parameters: {},
  row: { plan: 'json' },
} as const;

/** How an index is asked for a text. */
async function indexScan(text: string): Promise<IndexScan | undefined> {
  const session = await connection.adapter.connect();
  // In one script, since it has to be one session.
  await session.executeScript(`
    SET LOCAL enable_seqscan = off;
    CREATE TABLE explained (plan json);
    DO $do$ DECLARE plan json; BEGIN
      EXECUTE $sql$ EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
        SELECT id FROM app WHERE search_text LIKE '%${text}%' $sql$ INTO plan;
      INSERT INTO explained VALUES (plan);
    END $do$`);
  await session.dispose();
  const [row] = await connection.statements.rows(READ_EXPLAINED, {});
  return (row?.plan as Explained)?.[0]?.Plan.Plans[0];
}

/** The index that is searched for it, and a list of what is new, are no more pages than that. */
const MOST_PAGES = 40;

describe('the pending list of the search index', () => {
  it('stays short, however many apps there are', async () => {
    const scan = await indexScan('not there');
    expect(scan).toMatchObject({ 'Node Type': 'Bitmap Index Scan' });
    const pages = (scan?.['Shared Hit Blocks'] ?? 0) + (scan?.['Shared Read Blocks'] ?? 0);
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(MOST_PAGES);
  });
});
