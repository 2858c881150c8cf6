/** A key as a part of a JSON pointer (RFC 6901 section 3). */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A JSON pointer from keys and indexes. */
export function pointer(...path: (string | number)[]): string {
  return path.map((part) => `/${escapePointer(String(part))}`).join('');
}

/** What a developer wrote, shortened for a message. */
export function quote(text: string): string {
  return `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`;
}
