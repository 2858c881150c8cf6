import { createScanner, type JSONScanner } from 'jsonc-parser';
import type { JsonChecks } from './json-checks.ts';
import type { JsonPosition } from './json-faults.ts';
import { type SyntaxFault, stringFault } from './syntax-faults.ts';

/** Where a part of a text begins and ends. */
export type TextPart = { start: number; end: number };

export type JsonReading =
  /** `ignored` are comments and trailing commas. */
  { value: unknown; ignored: readonly TextPart[]; fault?: never } | { fault: SyntaxFault };

type State =
  | 'value'
  | 'valueOrEnd'
  | 'key'
  | 'keyOrEnd'
  | 'colon'
  | 'afterElement'
  | 'afterMember'
  | 'end';

type Grammar = Record<State, { expected: string; next: Record<string, State | 'close'> }>;

/** The states of the reader: the tokens that may come next, and the state after each (RFC 8259). */
const strictGrammar: Grammar = {
  value: { expected: 'a value', next: {} },
  valueOrEnd: { expected: 'a value or ]', next: { ']': 'close' } },
  key: { expected: 'a key in double quotes', next: {} },
  keyOrEnd: { expected: 'a key in double quotes or }', next: { '}': 'close' } },
  colon: { expected: 'a colon', next: { ':': 'value' } },
  afterElement: { expected: 'a comma or ]', next: { ',': 'value', ']': 'close' } },
  afterMember: { expected: 'a comma or }', next: { ',': 'key', '}': 'close' } },
  end: { expected: 'the end of the text', next: {} },
};

/** The same with trailing commas. */
const lenientGrammar: Grammar = {
  ...strictGrammar,
  afterElement: { expected: 'a comma or ]', next: { ',': 'valueOrEnd', ']': 'close' } },
  afterMember: { expected: 'a comma or }', next: { ',': 'keyOrEnd', '}': 'close' } },
};

const literals = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** An array or object that is being read. */
type Frame = {
  /** Undefined where it is nested too deep: only the syntax of such a part is checked. */
  container: Record<string | number, unknown> | undefined;
  /** The index or key of the current value. */
  segment: string | number;
  repeatedKeys: Set<string> | undefined;
};

/** Shared by all parts that are too deep, so that a million brackets cost little memory. */
const ignoredArray: Frame = { container: undefined, segment: 0, repeatedKeys: undefined };
const ignoredObject: Frame = { container: undefined, segment: '', repeatedKeys: undefined };

/**
 * Reads a JSON text (RFC 8259), and passes its keys and values to the checks.
 * Not recursive: nesting costs no stack.
 * @param comments whether comments and trailing commas are ignored
 */
export function readJson(text: string, checks?: JsonChecks, comments = false): JsonReading {
  return new JsonReader(text, checks, comments).read();
}

/** Holds jsonc-parser's scanner, which also accepts comments, to the grammar of JSON. */
class JsonReader implements JsonPosition {
  private readonly text: string;
  private readonly checks: JsonChecks | undefined;
  private readonly comments: boolean;
  private readonly grammar: Grammar;
  private readonly scanner: JSONScanner;
  private readonly ignored: TextPart[] = [];
  private readonly frames: Frame[] = [];
  private frame: Frame | undefined;
  private state: State = 'value';
  private value: unknown;
  /** The comma before the current token. */
  private comma: number | undefined;
  /** Where the current token begins. */
  offset = 0;

  constructor(text: string, checks: JsonChecks | undefined, comments: boolean) {
    this.text = text;
    this.checks = checks;
    this.comments = comments;
    this.grammar = comments ? lenientGrammar : strictGrammar;
    this.scanner = createScanner(text);
  }

  read(): JsonReading {
    for (;;) {
      this.scanner.scan();
      const offset = this.scanner.getTokenOffset();
      const first = this.text.charAt(offset);
      if (first === ' ' || first === '\n' || first === '\r' || first === '\t') continue;
      if (first === '' && this.state === 'end') return { value: this.value, ignored: this.ignored };
      this.offset = offset;
      const fault =
        first === '/' && this.comments ? this.ignoreComment() : this.readToken(first, offset);
      if (fault) return { fault };
    }
  }

  path(): (string | number)[] {
    return this.frames.map(({ segment }) => segment);
  }

  private ignoreComment(): SyntaxFault | undefined {
    const start = this.offset;
    const end = this.scanner.getPosition();
    if (this.scanner.getTokenError() !== 0) {
      return { offset: this.text.length, expected: '*/ at the end of the comment' };
    }
    // Not a comment but a lone slash.
    if (!/^[/*]/.test(this.text.charAt(start + 1))) return this.readToken('/', start);
    this.ignored.push({ start, end });
    return undefined;
  }

  private readToken(first: string, offset: number): SyntaxFault | undefined {
    const { state, comma } = this;
    const next = this.grammar[state].next[first];
    this.comma = first === ',' ? offset : undefined;
    if (next === 'close') {
      if (comma !== undefined) this.ignored.push({ start: comma, end: comma + 1 });
      return this.close();
    }
    if (next !== undefined) {
      if (state === 'afterElement') this.advanceIndex();
      this.state = next;
      return undefined;
    }
    if (state === 'value' || state === 'valueOrEnd') return this.readValue(first, offset);
    if ((state === 'key' || state === 'keyOrEnd') && first === '"') return this.readKey(offset);
    return { offset, expected: this.grammar[state].expected };
  }

  private readValue(first: string, offset: number): SyntaxFault | undefined {
    if (first === '{' || first === '[') return this.open(first === '{');
    const token = this.scanner.getTokenValue();
    const hasError = this.scanner.getTokenError() !== 0;
    if (first === '"') {
      if (hasError) return stringFault(this.text, offset);
      this.activeChecks()?.checkString(token, this);
      return this.place(token);
    }
    if (first === '-' || (first >= '0' && first <= '9')) {
      // The scanner does not count a minus without digits as an error.
      if (hasError || token === '-') {
        return { offset: this.scanner.getPosition(), expected: 'a digit' };
      }
      this.activeChecks()?.checkNumber(token, this);
      return this.place(Number(token));
    }
    const literal = literals.get(token);
    if (literal === undefined) return { offset, expected: this.grammar[this.state].expected };
    this.activeChecks()?.countValue(this);
    return this.place(literal);
  }

  private readKey(offset: number): SyntaxFault | undefined {
    if (this.scanner.getTokenError() !== 0) return stringFault(this.text, offset);
    this.state = 'colon';
    const { frame } = this;
    if (frame?.container === undefined) return undefined;
    const key = this.scanner.getTokenValue();
    frame.segment = key;
    const checks = this.activeChecks();
    if (checks === undefined) return undefined;
    if (Object.hasOwn(frame.container, key) && !frame.repeatedKeys?.has(key)) {
      frame.repeatedKeys ??= new Set();
      frame.repeatedKeys.add(key);
      checks.reportRepeatedKey(this);
    }
    checks.checkKey(key, this);
    return undefined;
  }

  private open(isObject: boolean): undefined {
    this.activeChecks()?.checkDepth(this.frames.length + 1, this);
    this.frame = this.openFrame(isObject);
    this.frames.push(this.frame);
    this.state = isObject ? 'keyOrEnd' : 'valueOrEnd';
  }

  private openFrame(isObject: boolean): Frame {
    if (this.checks?.allowsDepth(this.frames.length + 1) === false) {
      return isObject ? ignoredObject : ignoredArray;
    }
    const container = (isObject ? {} : []) as Record<string | number, unknown>;
    this.place(container);
    return { container, segment: isObject ? '' : 0, repeatedKeys: undefined };
  }

  private close(): undefined {
    this.frames.pop();
    this.frame = this.frames.at(-1);
    this.expectAfterValue();
  }

  private place(value: unknown): undefined {
    if (this.frame === undefined) this.value = value;
    else if (this.frame.container) setMember(this.frame.container, this.frame.segment, value);
    this.expectAfterValue();
  }

  private expectAfterValue(): void {
    if (this.frame === undefined) this.state = 'end';
    else this.state = typeof this.frame.segment === 'number' ? 'afterElement' : 'afterMember';
  }

  private advanceIndex(): void {
    const { frame } = this;
    if (frame?.container && typeof frame.segment === 'number') frame.segment += 1;
  }

  /** Undefined inside a part that is too deep, and once the document has too many values. */
  private activeChecks(): JsonChecks | undefined {
    if (this.checks?.isFull) return undefined;
    const isIgnored = this.frame !== undefined && this.frame.container === undefined;
    return isIgnored ? undefined : this.checks;
  }
}

function setMember(
  container: Record<string | number, unknown>,
  segment: string | number,
  value: unknown,
): void {
  if (segment === '__proto__') {
    // Defined rather than assigned, so that it is a key like any other.
    Object.defineProperty(container, segment, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    container[segment] = value;
  }
}
