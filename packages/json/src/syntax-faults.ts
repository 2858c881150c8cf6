import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** A place where a text is not JSON. */
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

/** The expected and the actual text, and the remedy of a usual mistake. */
export function describeFault(text: string, { offset, expected }: SyntaxFault): string {
  const found = describeCharacter(text.codePointAt(offset));
  return `Expected ${expected}, found ${found}.${adviceFor(text, offset, expected)}`;
}

/** One character, and only where it is safe to show: a text may hold secrets. */
function describeCharacter(code: number | undefined): string {
  if (code === undefined) return 'the end of the text';
  const character = String.fromCodePoint(code);
  if (!/[\p{C}\p{Z}]/u.test(character)) return `'${character}'`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function adviceFor(text: string, offset: number, expected: string): string {
  const character = text.charAt(offset);
  if (/^\/[/*]/.test(text.slice(offset, offset + 2))) return ' Remove the comment.';
  if (/^[\]}]/.test(character) && isAfterComma(text, offset)) return ' Remove the comma before it.';
  const isText = /^[\p{L}'_$]/u.test(character) && /^a (?:value|key)/.test(expected);
  return isText ? ' Strings and keys have double quotes.' : '';
}

function isAfterComma(text: string, offset: number): boolean {
  let before = offset - 1;
  while (/^\s/.test(text.charAt(before))) before -= 1;
  return text.charAt(before) === ',';
}

/** By the error codes of `jsonc-parser`. */
const expectations: Record<string, string> = {
  PropertyNameExpected: 'a key in double quotes',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a comma or }',
  CloseBracketExpected: 'a comma or ]',
  EndOfFileExpected: 'the end of the text',
  InvalidCommentToken: 'no comment',
  UnexpectedEndOfComment: '*/ at the end of the comment',
  UnexpectedEndOfNumber: 'a complete number',
  InvalidNumberFormat: 'a complete number',
};

/**
 * The faults after the first one, at most one a line: others in a line follow from the first.
 * `jsonc-parser` continues after a fault. It recurses, so a text that is nested too deep for it has none.
 */
export function laterFaults(text: string, first: SyntaxFault, comments: boolean): SyntaxFault[] {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: !comments, allowTrailingComma: comments });
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
  const names = errors.map(({ error }) => printParseErrorCode(error));
  let before = first.offset;
  return errors
    .filter(({ offset }, index) => {
      const isLater = offset > before && text.slice(before, offset).includes('\n');
      before = Math.max(before, offset);
      // The parser reports a wrong word, and then that it was no value.
      const isRepeated = names[index - 1] === 'InvalidSymbol' && names[index] === 'ValueExpected';
      return isLater && !isRepeated;
    })
    .map((error) => faultOf(text, error));
}

function faultOf(text: string, { error, offset }: ParseError): SyntaxFault {
  if (text.charAt(offset) === '"' && !expectations[printParseErrorCode(error)]) {
    return stringFault(text, offset);
  }
  return { offset, expected: expectations[printParseErrorCode(error)] ?? 'a value' };
}
