/** Where a text stops being JSON. */
export type SyntaxFault = { offset: number; expected: string };

type State = keyof typeof expectations;

const expectations = {
  value: 'a value',
  valueOrEnd: 'a value or ]',
  key: 'a key in double quotes',
  keyOrEnd: 'a key in double quotes or }',
  colon: 'a colon',
  afterValue: 'the end of the text',
  afterElement: 'a comma or ]',
  afterMember: 'a comma or }',
} as const;

const DIGIT = /[0-9]/;
const HEXADECIMAL = /^[0-9a-fA-F]{4}$/;

/**
 * Finds the first fault of a text that `JSON.parse` refused, whose own messages name no place for
 * short texts and quote the body for long ones. Not recursive: nesting costs no stack.
 */
export function findSyntaxFault(text: string): SyntaxFault | undefined {
  const closers: string[] = [];
  let state: State = 'value';
  let offset = skipWhiteSpace(text, 0);
  while (offset < text.length || closers.length > 0 || state !== 'afterValue') {
    const character = text[offset];
    let end: number | SyntaxFault = offset + 1;
    if (character !== undefined && canClose(state) && character === closers.at(-1)) {
      closers.pop();
      state = stateAfterValue(closers);
    } else if (state === 'value' || state === 'valueOrEnd') {
      if (character === '{' || character === '[') {
        closers.push(character === '{' ? '}' : ']');
        state = character === '{' ? 'keyOrEnd' : 'valueOrEnd';
      } else {
        end = endOfScalar(text, offset, expectations[state]);
        state = stateAfterValue(closers);
      }
    } else if ((state === 'key' || state === 'keyOrEnd') && character === '"') {
      end = endOfString(text, offset);
      state = 'colon';
    } else if (state === 'colon' && character === ':') {
      state = 'value';
    } else if (state === 'afterElement' && character === ',') {
      state = 'value';
    } else if (state === 'afterMember' && character === ',') {
      state = 'key';
    } else {
      return { offset, expected: expectations[state] };
    }
    if (typeof end !== 'number') return end;
    offset = skipWhiteSpace(text, end);
  }
  return undefined;
}

function canClose(state: State): boolean {
  return /OrEnd$|^after/.test(state);
}

function stateAfterValue(closers: readonly string[]): State {
  const closer = closers.at(-1);
  if (closer === undefined) return 'afterValue';
  return closer === '}' ? 'afterMember' : 'afterElement';
}

function skipWhiteSpace(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && ' \n\r\t'.includes(text.charAt(offset))) offset += 1;
  return offset;
}

function endOfScalar(text: string, start: number, expected: string): number | SyntaxFault {
  const character = text.charAt(start);
  if (character === '"') return endOfString(text, start);
  if (character === '-' || DIGIT.test(character)) return endOfNumber(text, start);
  for (const word of ['true', 'false', 'null']) {
    if (text.startsWith(word, start)) return start + word.length;
  }
  return { offset: start, expected };
}

function endOfString(text: string, start: number): number | SyntaxFault {
  let offset = start + 1;
  while (offset < text.length) {
    const character = text.charAt(offset);
    if (character === '"') return offset + 1;
    if (character < ' ') {
      return { offset, expected: 'control characters in strings to be escaped' };
    }
    if (character !== '\\') {
      offset += 1;
    } else if (text[offset + 1] === 'u') {
      if (!HEXADECIMAL.test(text.slice(offset + 2, offset + 6))) {
        return { offset, expected: 'four hexadecimal digits after \\u' };
      }
      offset += 6;
    } else {
      if (offset + 1 < text.length && !'"\\/bfnrt'.includes(text.charAt(offset + 1))) {
        return { offset: offset + 1, expected: 'one of " \\ / b f n r t u after a backslash' };
      }
      offset += 2;
    }
  }
  return { offset: text.length, expected: 'a double quote that ends the string' };
}

function endOfNumber(text: string, start: number): number | SyntaxFault {
  let offset = text[start] === '-' ? start + 1 : start;
  // JSON has no leading zeros: a digit after one is for the caller to refuse.
  let end = text[offset] === '0' ? offset + 1 : endOfDigits(text, offset);
  if (typeof end === 'number' && text[end] === '.') end = endOfDigits(text, end + 1);
  if (typeof end === 'number' && /[eE]/.test(text.charAt(end))) {
    offset = /[+-]/.test(text.charAt(end + 1)) ? end + 2 : end + 1;
    end = endOfDigits(text, offset);
  }
  return end;
}

function endOfDigits(text: string, start: number): number | SyntaxFault {
  let offset = start;
  while (DIGIT.test(text.charAt(offset))) offset += 1;
  return offset > start ? offset : { offset, expected: 'a digit' };
}
