/** Words of a search, in the order in which they were written. */
export type SearchWords = {
  words: readonly string[];
  /** Whether the last one may be the beginning of a longer word: nothing follows it. */
  isOpen: boolean;
};

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ENDS_WITH_WORD = /[\p{L}\p{M}\p{N}]$/u;

/** @returns undefined for a text without a letter or digit */
export function searchWords(text: string): SearchWords | undefined {
  const words = wordsOf(text);
  return words.length > 0 ? { words, isOpen: ENDS_WITH_WORD.test(text) } : undefined;
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** For `to_tsquery`: apps that have all words, or one of them. */
export function allOf({ words, isOpen }: SearchWords): string {
  return terms(words, isOpen).join(' & ');
}

export function anyOf({ words, isOpen }: SearchWords): string {
  return terms(words, isOpen).join(' | ');
}

function terms(words: readonly string[], isOpen: boolean): string[] {
  return words.map((word, index) => `'${word}'${isOpen && index === words.length - 1 ? ':*' : ''}`);
}
