import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Changes, LIFETIME_MILLISECONDS } from './changes.ts';
import { ShortMemory } from './short-memory.ts';

type Fact = { subject: string; version: number };

/** A memory on a time that the test moves. */
function newMemory(capacity = 100) {
  const time = { now: 0 };
  const changes = new Changes(() => time.now);
  const subjectOf = ({ subject }: Fact) => subject;
  const memory = new ShortMemory<Fact | undefined>({ changes, subjectOf, capacity });
  return { time, changes, memory };
}

const fact = (subject: string, version = 1): Fact => ({ subject, version });

describe('what was read a moment ago', () => {
  it('is remembered for one second from when the reading began', async () => {
    const { time, memory } = newMemory();
    await memory.read('key', async () => {
      time.now += 400;
      return fact('acme');
    });
    expect(memory.find('key')).toEqual(fact('acme'));
    time.now = LIFETIME_MILLISECONDS - 1;
    expect(memory.find('key')).toEqual(fact('acme'));
    time.now = LIFETIME_MILLISECONDS;
    expect(memory.find('key')).toBeUndefined();
  });

  it('is forgotten when its subject changes, and no other is', async () => {
    const { time, changes, memory } = newMemory();
    await memory.read('one', async () => fact('acme'));
    await memory.read('other', async () => fact('zenith'));
    time.now = 1;
    changes.note('acme');
    expect(memory.find('one')).toBeUndefined();
    expect(memory.find('other')).toEqual(fact('zenith'));
  });

  it('is forgotten when anything may have changed', async () => {
    const { time, changes, memory } = newMemory();
    await memory.read('key', async () => fact('acme'));
    time.now = 1;
    changes.noteAny();
    expect(memory.find('key')).toBeUndefined();
  });

  it('is not used after a change that it may have missed, however late it comes', async () => {
    const { time, changes, memory } = newMemory();
    const late = Promise.withResolvers<Fact>();
    const reading = memory.read('key', () => late.promise);
    time.now = 1;
    changes.note('acme');
    time.now = 2;
    late.resolve(fact('acme'));
    await reading;
    expect(memory.find('key')).toBeUndefined();
  });

  it('is not used where it began in the very moment of the change', async () => {
    const { changes, memory } = newMemory();
    changes.note('acme');
    await memory.read('key', async () => fact('acme'));
    expect(memory.find('key')).toBeUndefined();
  });

  it('is read once for all who ask meanwhile, until something changes', async () => {
    const { time, changes, memory } = newMemory();
    const first = Promise.withResolvers<Fact>();
    let readings = 0;
    const ask = (answer: Promise<Fact>) =>
      memory.share('key', () => {
        readings += 1;
        return answer;
      });
    const asked = [ask(first.promise), ask(first.promise)];
    time.now = 1;
    changes.note('acme');
    time.now = 2;
    const after = ask(Promise.resolve(fact('acme', 2)));
    first.resolve(fact('acme', 1));
    expect(await Promise.all(asked)).toEqual([fact('acme', 1), fact('acme', 1)]);
    expect(await after).toEqual(fact('acme', 2));
    expect(readings).toBe(2);
    expect(memory.find('key')).toEqual(fact('acme', 2));
  });

  it('is nothing where there was nothing, or the reading failed', async () => {
    const { memory } = newMemory();
    await memory.read('none', async () => undefined);
    await expect(memory.share('failed', () => Promise.reject(new Error('away')))).rejects.toThrow();
    expect(memory.find('none')).toBeUndefined();
    expect(await memory.share('failed', async () => fact('acme'))).toEqual(fact('acme'));
  });

  it('takes no more than its capacity: the oldest goes', async () => {
    const { time, memory } = newMemory(2);
    for (const key of ['first', 'second', 'third']) {
      time.now += 1;
      await memory.read(key, async () => fact(key));
    }
    expect(memory.size).toBe(2);
    expect(['first', 'second', 'third'].map((key) => memory.find(key) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is measured in bytes where it is told to, and what is too large is not held', async () => {
    const options = { changes: new Changes(() => 0), subjectOf: () => 'acme', capacity: 10 };
    const memory = new ShortMemory<string>({ ...options, sizeOf: (text) => text.length });
    for (const text of ['12345', '123456', '12345678901'])
      await memory.read(text, async () => text);
    expect([memory.size, memory.find('123456')]).toEqual([6, '123456']);
  });

  it('property: never misses a change, and never is older than a second', async () => {
    const subject = fc.constantFrom(...SUBJECTS);
    const step = fc.oneof(
      subject.map((name) => (run: Run) => run.begin(name)),
      fc.nat(9).map((at) => (run: Run) => run.end(at)),
      subject.map((name) => (run: Run) => run.change(name)),
      fc.integer({ min: 0, max: 700 }).map((milliseconds) => (run: Run) => run.wait(milliseconds)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const run = new Run();
        for (const take of steps) {
          await take(run);
          run.expectTruth();
        }
      }),
    );
  });
});

const SUBJECTS = ['acme', 'zenith'] as const;
const CAPACITY = 3;

/** Readings that begin and end in any order, while what they are of changes. */
class Run {
  readonly #of = newMemory(CAPACITY);
  readonly #truth = new Map<string, number>(SUBJECTS.map((name) => [name, 0]));
  readonly #beganAt = new Map<Fact, number>();
  readonly #underWay: (() => void)[] = [];

  begin(name: string): void {
    const { promise, resolve } = Promise.withResolvers<Fact>();
    // A reading sees what is true when it begins, at the earliest.
    void this.#of.memory.share(name, () => {
      const seen = fact(name, this.#truth.get(name));
      this.#beganAt.set(seen, this.#of.time.now);
      this.#underWay.push(() => resolve(seen));
      return promise;
    });
  }

  async end(at: number): Promise<void> {
    const [end] = this.#underWay.splice(at % Math.max(this.#underWay.length, 1), 1);
    end?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  change(name: string): void {
    this.#truth.set(name, (this.#truth.get(name) ?? 0) + 1);
    this.#of.changes.note(name);
  }

  wait(milliseconds: number): void {
    this.#of.time.now += milliseconds;
  }

  expectTruth(): void {
    const { memory, time } = this.#of;
    expect(memory.size).toBeLessThanOrEqual(CAPACITY);
    for (const [name, version] of this.#truth) {
      const found = memory.find(name);
      if (!found) continue;
      expect(found.version).toBe(version);
      expect(time.now - (this.#beganAt.get(found) ?? 0)).toBeLessThan(LIFETIME_MILLISECONDS);
    }
  }
}

describe('changes', () => {
  it('are kept for as long as something of before them could be remembered', () => {
    const time = { now: 0 };
    const changes = new Changes(() => time.now);
    for (let count = 0; count < 1_000; count += 1) {
      time.now += 10;
      changes.note(`organization ${count}`);
    }
    expect(changes.size).toBeLessThanOrEqual(LIFETIME_MILLISECONDS / 10);
    expect(changes.areAllSeenBy(time.now - 1, 'organization 999')).toBe(false);
    expect(changes.areAllSeenBy(time.now - 1, 'another')).toBe(true);
  });
});
