/** A page of a list: at most `size` entries, those after a key in the list's order. */
export type Page = { size: number; after?: string };

/** The entries of a page, and where the next one begins. */
export type PageOf<T> = { entries: T[]; next: string | null };

/**
 * Makes a page from one entry more than it holds, which shows that there is a next page.
 * @param keyOf the key of an entry in the list's order
 */
export function pageOf<T>(found: T[], size: number, keyOf: (entry: T) => string): PageOf<T> {
  const entries = found.slice(0, size);
  const last = entries.at(-1);
  return { entries, next: found.length > size && last ? keyOf(last) : null };
}
