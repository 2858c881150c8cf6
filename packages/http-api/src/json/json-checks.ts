import type { Problem } from '@app-platform/contracts';
import { isExactNumber } from './json-number.ts';
import { type JsonPath, JsonProblems } from './json-problems.ts';

export type JsonLimits = {
  /** How many arrays and objects may lie within each other. */
  maxDepth: number;
  /** How many values the document may hold, arrays and objects included. */
  maxValues: number;
};

type PathOf = () => JsonPath;

/**
 * Collects everything in a JSON text that its parsed value loses (repeated keys, digits that a
 * double rounds) or must not hold.
 */
export class JsonChecks {
  private readonly limits: JsonLimits;
  private readonly found = new JsonProblems();
  private valueCount = 0;

  constructor(limits: JsonLimits) {
    this.limits = limits;
  }

  get problems(): Problem[] {
    return this.found.toArray();
  }

  /** True once the document has too many values: nothing after that is reported. */
  get isFull(): boolean {
    return this.valueCount > this.limits.maxValues;
  }

  /** @param depth the number of arrays and objects within each other */
  allowsDepth(depth: number): boolean {
    return depth <= this.limits.maxDepth;
  }

  checkDepth(depth: number, path: PathOf): void {
    this.countValue();
    if (this.allowsDepth(depth)) return;
    const detail = `At most ${this.limits.maxDepth} levels of arrays and objects are accepted.`;
    this.found.add('nesting_too_deep', detail, path);
  }

  reportRepeatedKey(path: PathOf): void {
    const detail = 'This object has the key more than once; only one of its values could be kept.';
    this.found.add('duplicate_key', detail, path);
  }

  checkKey(key: string, path: PathOf): void {
    if (key === '__proto__') {
      const detail = "The key '__proto__' is not accepted: it means something else in JavaScript.";
      this.found.add('reserved_key', detail, path);
    }
    this.checkCharacters(key, 'This key', path);
  }

  checkString(text: string, path: PathOf): void {
    this.countValue();
    this.checkCharacters(text, 'This string', path);
  }

  checkNumber(token: string, path: PathOf): void {
    this.countValue();
    if (isExactNumber(token)) return;
    const kept = Number.isFinite(Number(token))
      ? `would be kept as ${Number(token)}, which is another number`
      : 'is larger than a double can hold';
    this.found.add('inexact_number', `This number ${kept}. Write it as a string.`, path);
  }

  countValue(): void {
    this.valueCount += 1;
    if (this.valueCount !== this.limits.maxValues + 1) return;
    const detail = `At most ${this.limits.maxValues} values are accepted in one body.`;
    this.found.add('too_many_values', detail, () => []);
  }

  private checkCharacters(text: string, subject: string, path: PathOf): void {
    if (text.includes('\0')) {
      const detail = `${subject} holds the character U+0000, which the database cannot store.`;
      this.found.add('unstorable_character', detail, path);
    }
    if (!text.isWellFormed()) {
      const detail = `${subject} holds a lone surrogate (half of a \\uD800-\\uDFFF pair).`;
      this.found.add('unstorable_character', detail, path);
    }
  }
}
