/** The first place where a text is not JSON. */
export type SyntaxFault = { offset: number; expected: string };

/** Finds the fault of a string that the scanner refused; the scanner does not give its place. */
export function stringFault(text: string, start: number): SyntaxFault {
  // Part by part, because one pattern for the whole string backtracks on long ones.
  const validPart = /[ !#-[\]-\uFFFF]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
  let offset = start + 1;
  validPart.lastIndex = offset;
  while (validPart.test(text)) offset = validPart.lastIndex;
  const character = text.charAt(offset);
  const escaped = character === '\\' ? text.charAt(offset + 1) : undefined;
  if (character === '' || escaped === '') {
    return { offset: text.length, expected: 'a double quote that ends the string' };
  }
  if (escaped === undefined) {
    return { offset, expected: 'control characters in strings to be escaped' };
  }
  if (escaped === 'u') return { offset, expected: 'four hexadecimal digits after \\u' };
  return { offset: offset + 1, expected: 'one of " \\ / b f n r t u after a backslash' };
}

/** One sentence for the author of the text. */
export function describeFault(text: string, { offset, expected }: SyntaxFault): string {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const line = before.match(/\r\n?|\n/g)?.length ?? 0;
  const place = `Line ${line + 1}, column ${offset - lineStart + 1}`;
  return `${place}: expected ${expected}, found ${describeCharacter(text.codePointAt(offset))}.`;
}

/** One character, and only where it is safe to show: a body may hold secrets. */
function describeCharacter(code: number | undefined): string {
  if (code === undefined) return 'the end of the text';
  const character = String.fromCodePoint(code);
  if (!/[\p{C}\p{Z}]/u.test(character)) return `'${character}'`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
