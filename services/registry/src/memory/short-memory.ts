import type { Changes } from './changes.ts';

export type ShortMemoryOptions<Value> = {
  changes: Changes;
  /** Whose change makes a value out of date. */
  subjectOf(value: NonNullable<Value>): string;
  /** The most that is held, in what `sizeOf` tells; entries where that is left out. */
  capacity: number;
  sizeOf?(value: NonNullable<Value>): number;
};

type Reading<Value> = { beganAt: number; value: Promise<Value> };
type Remembered<Value> = { beganAt: number; subject: string; value: NonNullable<Value> };

/**
 * Values that were read a moment ago; that there was none is not remembered. Each is dated to when its reading began, so that one which
 * began before a change is not used after it, whenever it comes to its end. Where too much would be
 * held the oldest goes: it would be the first to be out of date.
 */
export class ShortMemory<Value> {
  readonly #options: Required<ShortMemoryOptions<Value>>;
  readonly #known = new Map<string, Remembered<Value>>();
  readonly #underWay = new Map<string, Reading<Value>>();
  #size = 0;

  constructor(options: ShortMemoryOptions<Value>) {
    this.#options = { sizeOf: () => 1, ...options };
  }

  /** What is held, in what its capacity is told in. */
  get size(): number {
    return this.#size;
  }

  /** What is remembered, and still of use. */
  find(key: string): NonNullable<Value> | undefined {
    const found = this.#known.get(key);
    return found && this.#isOfUse(found) ? found.value : undefined;
  }

  /** Joins a reading that is under way, where it cannot have missed a change; or reads. */
  share(key: string, read: () => Promise<Value>): Promise<Value> {
    const reading = this.#underWay.get(key);
    if (reading && this.#options.changes.areAllSeenBy(reading.beganAt)) return reading.value;
    return this.read(key, read);
  }

  /** Reads, and remembers what is found. */
  read(key: string, read: () => Promise<Value>): Promise<Value> {
    const beganAt = this.#options.changes.now();
    const reading = { beganAt, value: this.#readAndRemember(key, beganAt, read) };
    this.#underWay.set(key, reading);
    const end = () => {
      if (this.#underWay.get(key) === reading) this.#underWay.delete(key);
    };
    reading.value.then(end, end);
    return reading.value;
  }

  async #readAndRemember(key: string, beganAt: number, read: () => Promise<Value>): Promise<Value> {
    const value = await read();
    if (value) this.#remember(key, beganAt, value);
    return value;
  }

  #remember(key: string, beganAt: number, value: NonNullable<Value>): void {
    const { subjectOf, sizeOf, capacity } = this.#options;
    const remembered = { beganAt, subject: subjectOf(value), value };
    if (!this.#isOfUse(remembered) || sizeOf(value) > capacity) return;
    this.#forget(key);
    this.#known.set(key, remembered);
    this.#size += sizeOf(value);
    for (const [oldest, one] of this.#known) {
      if (this.#size <= capacity && this.#isOfUse(one)) break;
      this.#forget(oldest);
    }
  }

  #isOfUse({ beganAt, subject }: Remembered<Value>): boolean {
    return this.#options.changes.areAllSeenBy(beganAt, subject);
  }

  #forget(key: string): void {
    const known = this.#known.get(key);
    if (!known) return;
    this.#known.delete(key);
    this.#size -= this.#options.sizeOf(known.value);
  }
}
