import type { SearchWords } from './word-search-store.ts';

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
