/** The characters that random tokens have in base64, base64url and hexadecimal form. */
const tokens = /[A-Za-z0-9+/_=-]{24,512}/g;
/** Rules out most texts. Tries only the beginning of each run of such characters: 40 µs for 10 KiB, not 140. */
const anyToken = /(?:^|[^A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{24}/;
const hexadecimal = /^[0-9a-f]+$|^[0-9A-F]+$/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Addresses, images and digests within a text, such as the template of a view, and names of private apps. */
const harmless =
  /https?:\/\/[^\s"'<>)]{1,4096}|data:[\w/+.-]{1,64};base64,[A-Za-z0-9+/=]*|\bsha(?:256|384|512)-[A-Za-z0-9+/=]{1,128}|_[0-9a-f]{24}(?![0-9A-Za-z])/g;
/** The commands and numbers of a path in SVG. */
const drawing = /^[MmLlHhVvCcSsQqTtAaZz0-9-]+$/;

/** Texts of many random characters: likely credentials of an unknown format. */
export function randomTokensIn(text: string): string[] {
  if (!anyToken.test(text)) return [];
  const rest = text.replaceAll(harmless, ' ');
  return [...rest.matchAll(tokens)].map(([token]) => token).filter(looksRandom);
}

/**
 * Words, camelCase names, paths and ids are not random: a random text changes between lower case,
 * upper case and digits at more than every third character, and has few repeated characters.
 */
function looksRandom(token: string): boolean {
  if (uuid.test(token) || drawing.test(token)) return false;
  // Ids of 24 hexadecimal digits are common in definitions, and keys of that size are not.
  if (hexadecimal.test(token)) return token.length >= 32 && entropyBits(token) >= 3;
  const hasBothCases = /[a-z]/.test(token) && /[A-Z]/.test(token);
  const digits = token.replaceAll(/\D/g, '').length;
  const least = hasBothCases ? 24 : 32;
  if (token.length < least || digits < 3) return false;
  return changesOfClass(token) / token.length >= 0.35 && entropyBits(token) >= 3.8;
}

function changesOfClass(token: string): number {
  let changes = 0;
  for (let index = 1; index < token.length; index += 1) {
    if (classOf(token.charAt(index)) !== classOf(token.charAt(index - 1))) changes += 1;
  }
  return changes;
}

function classOf(character: string): string {
  if (character >= '0' && character <= '9') return 'digit';
  if (character >= 'a' && character <= 'z') return 'lower';
  return character >= 'A' && character <= 'Z' ? 'upper' : 'other';
}

/** Shannon entropy per character. */
function entropyBits(token: string): number {
  const counts = new Map<string, number>();
  for (const character of token) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    bits -= (count / token.length) * Math.log2(count / token.length);
  }
  return bits;
}
