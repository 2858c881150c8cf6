import { hash, randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`;
const GENERATED_LENGTH = 8;

/** One of 2 × 10¹² identifiers, the same for an app at every attempt: a validation can tell it. */
export function identifierFor(name: string): string {
  const digest = hash('sha256', `identifier of ${name}`, 'buffer');
  return identifierOf((alphabet, index) => alphabet.charAt((digest[index] ?? 0) % alphabet.length));
}

/** For an app whose own identifier is taken. That this one is taken too is not possible in practice. */
export function randomIdentifier(): string {
  return identifierOf((alphabet) => alphabet.charAt(randomInt(alphabet.length)));
}

function identifierOf(pick: (alphabet: string, index: number) => string): string {
  const rest = Array.from({ length: GENERATED_LENGTH - 1 }, (_, index) =>
    pick(LETTERS_AND_DIGITS, index + 1),
  );
  return pick(LETTERS, 0) + rest.join('');
}
