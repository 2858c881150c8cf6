import { distance } from 'fastest-levenshtein';

/** Shorter words resemble too many others. */
const SHORTEST_CORRECTED = 4;
/** Words from this length may have two mistakes. */
const LONG = 8;

/**
 * The word with the fewest mistakes among those that are close, and of these the most frequent one.
 * @param counted words and how frequent they are
 */
export function closestWord(
  mistyped: string,
  counted: readonly (readonly [string, number])[],
): string | undefined {
  if (mistyped.length < SHORTEST_CORRECTED || /\p{N}/u.test(mistyped)) return undefined;
  const most = mistyped.length < LONG ? 1 : 2;
  const close = counted.flatMap(([word, count]) => {
    if (Math.abs(word.length - mistyped.length) > most) return [];
    const mistakes = countMistakes(mistyped, word);
    return mistakes > most ? [] : [{ word, mistakes, count }];
  });
  close.sort((one, other) => one.mistakes - other.mistakes || other.count - one.count);
  return close[0]?.word;
}

/** How many letters are added, missing or wrong. Two that are exchanged count as one mistake. */
export function countMistakes(one: string, other: string): number {
  const mistakes = distance(one, other);
  return mistakes === 2 && sortedLetters(one) === sortedLetters(other) ? 1 : mistakes;
}

function sortedLetters(word: string): string {
  return [...word].sort().join('');
}

/** The words that a mistyped one may have been: two neighbouring letters of it are exchanged. */
export function withExchangedLetters(mistyped: string): string[] {
  const letters = [...mistyped];
  const exchanged = letters.slice(1).map((letter, index) =>
    letters
      .with(index, letter)
      .with(index + 1, letters[index] ?? '')
      .join(''),
  );
  return [...new Set(exchanged)].filter((word) => word !== mistyped);
}
