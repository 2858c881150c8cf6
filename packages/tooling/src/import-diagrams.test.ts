import { expect, it } from '@jest/globals';
import { withDiagrams } from './import-diagrams.ts';

const BEGIN = '<!-- import diagrams: begin -->';
const END = '<!-- import diagrams: end -->';

it('diagrams are written between the markers', () => {
  const page = withDiagrams(`Before\n${BEGIN}\nold\n${END}\nafter`, ['$1', 'new']);
  expect(page).toBe(`Before\n${BEGIN}\n\n$1\nnew\n${END}\nafter`);
});

it.each([
  ['both', 'text'],
  ['the second', `${BEGIN}\ntext`],
  ['the first', `text ${END}`],
])('a page without %s of the markers is an error', (_which, page) => {
  expect(() => withDiagrams(page, ['new'])).toThrow('docs/architecture.md has no markers');
});
