import { distance } from 'fastest-levenshtein';

/** A comparison costs the product of the lengths. */
const comparedMaxLength = 30;

/** The same letters in another style, or one or two letters different. */
export function isNear(given: string, known: string): boolean {
  const most = known.length < 6 ? 1 : 2;
  if (given.length > comparedMaxLength) return false;
  const [actual, expected] = [lettersOf(given), lettersOf(known)];
  if (actual === expected) return true;
  if (expected.length < 4 || Math.abs(actual.length - expected.length) > most) return false;
  return distance(actual, expected) <= most;
}

/** The only name that is near; undefined if there is none, or more than one. */
export function onlyNear(given: string, known: Iterable<string>): string | undefined {
  let found: string | undefined;
  for (const name of known) {
    if (!isNear(given, name)) continue;
    if (lettersOf(given) === lettersOf(name)) return name;
    if (found !== undefined) return undefined;
    found = name;
  }
  return found;
}

function lettersOf(name: string): string {
  return name.replaceAll(/[-_\s]/g, '').toLowerCase();
}
