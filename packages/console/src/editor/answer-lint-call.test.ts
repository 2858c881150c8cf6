import type { Finding } from '@app-platform/app-definition';
import { hostileFiles } from '@app-platform/json/testing/hostile-files';
import { expect, it } from '@jest/globals';
import { answerLintCall, type PlacedFinding, type RegistryFinding } from './answer-lint-call.ts';
import { openedFile } from './definition-text.ts';

const readerRules = new Set([
  'malformed-json',
  'nesting-too-deep',
  'too-many-values',
  'reserved-key',
  'unstorable-character',
  'duplicate-key',
  'inexact-number',
]);

const text = '{\n  "app": "loyalty",\n  "version": "1.0.0",\n  "identifier": "other"\n}\n';
const changed = {
  status: 400,
  code: 'identifier_changed',
  title: 'The identifier changed.',
  detail: 'It is loyal.',
  source: { pointer: '/identifier' },
};

const inspect = (changed: string, fromRegistry: RegistryFinding[] = []) =>
  answerLintCall({ operation: 'inspect', text: changed, fromRegistry }) as PlacedFinding[];
const explained = () =>
  answerLintCall({ operation: 'explain', text, problems: [changed] }) as RegistryFinding[];

it('places the findings of the linter, errors first', () => {
  const found = inspect('{\n  "app": "loyalty",\n  "version": "v1"\n}');
  expect(found[0]).toMatchObject({ rule: 'version', severity: 'error', line: 3, column: 3 });
  expect(found.at(-1)).toMatchObject({ severity: 'warning', isFromRegistry: false });
});

it('says where a text is no JSON', () => {
  expect(inspect('{\n  "app": }')).toMatchObject([{ rule: 'malformed-json', line: 2, column: 10 }]);
});

it('names one fault of each line in words', () => {
  const faultsOf = (changed: string) => inspect(changed).map(({ line, detail }) => [line, detail]);
  expect(faultsOf('not json')).toEqual([
    [1, "This is no JSON. Expected a value, found 'n'. Strings and keys have double quotes."],
  ]);
  expect(faultsOf('{\n  "app": 1,,\n  "title": "\n}')).toMatchObject([
    [2, "This is no JSON. Expected a key in double quotes or }, found ','."],
    [3, 'This is no JSON. Expected control characters in strings to be escaped, found U+000A.'],
  ]);
});

it.each(hostileFiles)('reads $name as the API does', async (file) => {
  const { verdict, verdictWithComments: expected = verdict } = file;
  const opened = await openedFile(new File([file.bytes as never], 'app.json'));
  if (!opened.ok) {
    const [, line, column] = /(\d+):(\d+)$/.exec(expected[0] ?? '') ?? [];
    expect(opened.sentence).toContain(`Line ${line}, column ${column}: Expected UTF-8`);
    return;
  }
  const read = inspect(opened.text)
    .filter(({ rule }) => readerRules.has(rule))
    .map(({ rule, line, column }) => `${rule} ${line}:${column}`);
  expect(read).toEqual(expected.map((one) => one.replace(/ .* /, ' ').replaceAll('_', '-')));
});

it('has a refusal of the registry with its fix, until its value changes', () => {
  const fromRegistry = explained();
  expect(fromRegistry).toMatchObject([{ fix: [{ op: 'remove', path: '/identifier' }] }]);
  const places = (found: PlacedFinding[]) =>
    found.filter((one) => one.isFromRegistry).map(({ line }) => line);
  expect(places(inspect(text, fromRegistry))).toEqual([4]);
  expect(places(inspect(text.replace('{', '{\n'), fromRegistry))).toEqual([5]);
  expect(places(inspect(text.replace('other', 'loyal'), fromRegistry))).toEqual([]);
});

it('places a duplicate at the property that it names', () => {
  const problems = [{ ...changed, code: 'duplicate', source: { parameter: 'app' } }];
  const fromRegistry = answerLintCall({ operation: 'explain', text, problems });
  const found = inspect(text, fromRegistry as RegistryFinding[]);
  expect(found.find((one) => one.isFromRegistry)).toMatchObject({ line: 2 });
});

it('adds those findings of a validation that the linter does not have itself', () => {
  const own = { rule: 'missing-icon', source: { pointer: '/iconUrl' } } as Finding;
  const local = inspect(text).map(({ rule }) => rule);
  expect(local).toContain('missing-icon');
  const other = { ...own, rule: 'reserved-name', source: { pointer: '/app' } } as Finding;
  const added = answerLintCall({ operation: 'add', text, findings: [own, other] });
  expect(added.map(({ rule }) => rule)).toContain('reserved-name');
});
