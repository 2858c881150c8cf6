import type { JsonFaults, JsonPosition } from './json-faults.ts';
import { isExactNumber } from './json-number.ts';

export type JsonLimits = {
  /** The maximum depth of nested arrays and objects. */
  maxDepth: number;
  /** The maximum number of values, arrays and objects included. */
  maxValues: number;
};

/**
 * Collects everything in a JSON text that its parsed value loses (repeated keys, digits that a
 * double rounds) or must not hold.
 */
export class JsonChecks {
  private readonly limits: JsonLimits;
  private readonly faults: JsonFaults;
  private valueCount = 0;

  constructor(limits: JsonLimits, faults: JsonFaults) {
    this.limits = limits;
    this.faults = faults;
  }

  /** True once the document has too many values: nothing after that is reported. */
  get isFull(): boolean {
    return this.valueCount > this.limits.maxValues;
  }

  /** @param depth the number of arrays and objects around the value */
  allowsDepth(depth: number): boolean {
    return depth <= this.limits.maxDepth;
  }

  checkDepth(depth: number, position: JsonPosition): void {
    this.countValue(position);
    if (this.allowsDepth(depth)) return;
    const detail = `At most ${this.limits.maxDepth} levels of arrays and objects are accepted. Make it flatter.`;
    this.faults.add('nesting_too_deep', detail, position);
  }

  reportRepeatedKey(position: JsonPosition): void {
    const detail =
      'This object has the key more than once; only one of its values could be kept. Keep one of them.';
    this.faults.add('duplicate_key', detail, position);
  }

  checkKey(key: string, position: JsonPosition): void {
    if (key === '__proto__') {
      const detail =
        "The key '__proto__' is not accepted: it means something else in JavaScript. Rename it.";
      this.faults.add('reserved_key', detail, position);
    }
    this.checkCharacters(key, 'This key', position);
  }

  checkString(text: string, position: JsonPosition): void {
    this.countValue(position);
    this.checkCharacters(text, 'This string', position);
  }

  checkNumber(token: string, position: JsonPosition): void {
    this.countValue(position);
    if (isExactNumber(token)) return;
    const kept = Number.isFinite(Number(token))
      ? `would be kept as ${Number(token)}, which is another number`
      : 'is larger than a double can hold';
    this.faults.add('inexact_number', `This number ${kept}. Write it as a string.`, position);
  }

  countValue({ offset }: JsonPosition): void {
    this.valueCount += 1;
    if (this.valueCount !== this.limits.maxValues + 1) return;
    const detail = `At most ${this.limits.maxValues} values are accepted. Leave some out.`;
    this.faults.addAboutText('too_many_values', detail, offset);
  }

  private checkCharacters(text: string, subject: string, position: JsonPosition): void {
    if (text.includes('\0')) {
      const detail = `${subject} holds the character U+0000, which the database cannot store. Remove it.`;
      this.faults.add('unstorable_character', detail, position);
    }
    if (!text.isWellFormed()) {
      const detail = `${subject} holds a lone surrogate (half of a \\uD800-\\uDFFF pair). Remove it.`;
      this.faults.add('unstorable_character', detail, position);
    }
  }
}
