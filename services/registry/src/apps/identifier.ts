import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`;
const GENERATED_LENGTH = 8;

/** One of 2 × 10¹² identifiers: that it is taken is possible, and that the next is too is not. */
export function generateIdentifier(): string {
  const pick = (alphabet: string) => alphabet.charAt(randomInt(alphabet.length));
  const rest = Array.from({ length: GENERATED_LENGTH - 1 }, () => pick(LETTERS_AND_DIGITS));
  return pick(LETTERS) + rest.join('');
}
