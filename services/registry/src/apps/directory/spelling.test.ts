import { expect, it } from '@jest/globals';
import { closestWord, countMistakes, withExchangedLetters } from './spelling.ts';

it.each([
  ['order', 'order', 0],
  ['order', 'ordr', 1],
  ['order', 'oorder', 1],
  ['order', 'orber', 1],
  ['order', 'ordre', 1],
  ['order', 'redor', 3],
  ['', 'order', 5],
])('%s and %s differ by %i', (one, other, mistakes) => {
  expect(countMistakes(one, other)).toBe(mistakes);
  expect(countMistakes(other, one)).toBe(mistakes);
});

it('chooses the word with the fewest mistakes, and then the most frequent one', () => {
  const counted = [
    ['orders', 9],
    ['border', 3],
    ['order', 2],
    ['callback', 2],
  ] as const;
  expect(closestWord('ordr', counted)).toBe('order');
  expect(closestWord('orderx', counted)).toBe('orders');
  expect(closestWord('calbakc', counted)).toBeUndefined();
  expect(closestWord('calbackk', counted)).toBe('callback');
  expect(closestWord('ord', counted)).toBeUndefined();
  expect(closestWord('order7', counted)).toBeUndefined();
});

it('exchanges each two neighbouring letters', () => {
  expect(withExchangedLetters('roder')).toEqual(['order', 'rdoer', 'roedr', 'rodre']);
  expect(withExchangedLetters('aab')).toEqual(['aba']);
  expect(withExchangedLetters('a')).toEqual([]);
});
