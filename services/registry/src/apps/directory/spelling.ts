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

/**
 * How many letters are added, missing, wrong or exchanged with the next one: the optimal string
 * alignment distance.
 */
export function countMistakes(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isExchanged && row > 1 ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
