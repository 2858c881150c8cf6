import type { Problem } from '@app-platform/contracts';
import { isExactNumber } from './json-number.ts';
import { type JsonPath, JsonProblems } from './json-problems.ts';
import { type JsonLimits, mayHoldUnstorable } from './json-screen.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  decodeString,
  endOfContainer,
  endOfNumber,
  endOfString,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  MINUS,
  NINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  ZERO,
} from './json-token.ts';

/** An array or object that the scan is inside of. */
type Frame = {
  /** The index or key of the value that the scan is at. */
  segment: string | number;
  /** The keys so far; undefined in an array. */
  keys: Set<string> | undefined;
  repeatedKeys: Set<string> | undefined;
};

/**
 * One pass over the text of a document for what its parsed value no longer shows (repeated keys,
 * digits that were rounded away) or must not hold. Not recursive: nesting costs no stack.
 * The text has to be valid JSON, so the scan never asks whether a token is in its place.
 */
export class JsonScan {
  private readonly problems = new JsonProblems();
  private readonly frames: Frame[] = [];
  private frame: Frame | undefined;
  private readonly checksCharacters: boolean;
  private awaitsKey = false;
  private valueCount = 0;
  private position = 0;

  private readonly text: string;
  private readonly limits: JsonLimits;

  constructor(text: string, limits: JsonLimits) {
    this.text = text;
    this.limits = limits;
    this.checksCharacters = mayHoldUnstorable(text);
  }

  run(): Problem[] {
    const { text } = this;
    while (this.position < text.length) {
      const code = text.charCodeAt(this.position);
      if (code === QUOTE) this.readString();
      else if (code === COMMA) this.nextSegment();
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) this.open(code === OPEN_OBJECT);
      else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) this.close();
      else if (code === MINUS || (code >= ZERO && code <= NINE)) this.readNumber();
      else if (code === LOWER_T || code === LOWER_F || code === LOWER_N) this.readLiteral(code);
      else this.position += 1; // White space and colons.
      if (this.valueCount > this.limits.maxValues) {
        const detail = `At most ${this.limits.maxValues} values are accepted in one body.`;
        this.problems.add('too_many_values', detail, () => []);
        break;
      }
    }
    return this.problems.toArray();
  }

  private readonly path = (): JsonPath => this.frames.map(({ segment }) => segment);

  private open(isObject: boolean): void {
    this.valueCount += 1;
    if (this.frames.length >= this.limits.maxDepth) {
      const detail = `At most ${this.limits.maxDepth} levels of arrays and objects are accepted.`;
      this.problems.add('nesting_too_deep', detail, this.path);
      this.position = endOfContainer(this.text, this.position);
      return;
    }
    const keys = isObject ? new Set<string>() : undefined;
    this.frame = { segment: isObject ? '' : 0, keys, repeatedKeys: undefined };
    this.frames.push(this.frame);
    this.awaitsKey = isObject;
    this.position += 1;
  }

  private close(): void {
    this.frames.pop();
    this.frame = this.frames.at(-1);
    this.awaitsKey = false;
    this.position += 1;
  }

  private nextSegment(): void {
    const { frame } = this;
    if (typeof frame?.segment === 'number') frame.segment += 1;
    else this.awaitsKey = true;
    this.position += 1;
  }

  private readString(): void {
    const start = this.position;
    this.position = endOfString(this.text, start);
    if (this.awaitsKey) {
      this.awaitsKey = false;
      this.checkKey(decodeString(this.text, start, this.position));
    } else {
      this.valueCount += 1;
      if (this.checksCharacters) {
        this.checkCharacters(decodeString(this.text, start, this.position), 'This string');
      }
    }
  }

  private checkKey(key: string): void {
    const { frame } = this;
    if (frame?.keys === undefined) return;
    frame.segment = key;
    const { size } = frame.keys;
    if (frame.keys.add(key).size === size && !frame.repeatedKeys?.has(key)) {
      frame.repeatedKeys ??= new Set();
      frame.repeatedKeys.add(key);
      const detail =
        'This object has the key more than once; only one of its values could be kept.';
      this.problems.add('duplicate_key', detail, this.path);
    }
    if (key === '__proto__') {
      const detail = "The key '__proto__' is not accepted: it means something else in JavaScript.";
      this.problems.add('reserved_key', detail, this.path);
    }
    if (this.checksCharacters) this.checkCharacters(key, 'This key');
  }

  private checkCharacters(text: string, subject: string): void {
    if (text.includes('\0')) {
      const detail = `${subject} holds the character U+0000, which the database cannot store.`;
      this.problems.add('unstorable_character', detail, this.path);
    }
    if (!text.isWellFormed()) {
      const detail = `${subject} holds a lone surrogate (half of a \\uD800-\\uDFFF pair).`;
      this.problems.add('unstorable_character', detail, this.path);
    }
  }

  private readNumber(): void {
    const start = this.position;
    this.position = endOfNumber(this.text, start);
    this.valueCount += 1;
    const token = this.text.slice(start, this.position);
    if (isExactNumber(token)) return;
    const kept = Number.isFinite(Number(token))
      ? `would be kept as ${Number(token)}, which is another number`
      : 'is larger than a double can hold';
    this.problems.add('inexact_number', `This number ${kept}. Write it as a string.`, this.path);
  }

  private readLiteral(firstCode: number): void {
    this.valueCount += 1;
    this.position += firstCode === LOWER_F ? 'false'.length : 'true'.length;
  }
}
