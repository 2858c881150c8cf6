import type { SampledApp } from './directory-store.ts';
import { wordsOf } from './search-words.ts';
import { closestWord } from './spelling.ts';
import type { SearchWords } from './word-search-store.ts';

/** Words that so many apps of the sample have replace mistyped ones. */
const FEWEST_FOR_CORRECTION = 2;

/** Some of all apps, by which to decide how to search. */
export class DirectorySample {
  readonly #apps: readonly SampledApp[];
  #words: readonly ReadonlySet<string>[] | undefined;
  #counts: ReadonlyMap<string, number> | undefined;

  constructor(apps: readonly SampledApp[]) {
    this.#apps = apps;
  }

  /** About how many apps there are. */
  get size(): number {
    return Number(this.#apps[0]?.apps ?? 0);
  }

  /** The share of apps that have a text and a tag. */
  shareWithPart(text: string, tag?: string): number {
    const part = text.toLowerCase();
    return this.#share(({ searchText }) => searchText.includes(part), tag);
  }

  /** The share of apps that have all words and a tag. */
  shareWithWords({ words, isOpen }: SearchWords, tag?: string): number {
    const whole = isOpen ? words.slice(0, -1) : words;
    const beginning = isOpen ? words.at(-1) : undefined;
    const ofApps = this.#wordsOfApps();
    const has = (_: SampledApp, index: number) => {
      const own = ofApps[index] ?? new Set();
      return (
        whole.every((word) => own.has(word)) &&
        (beginning === undefined || [...own].some((word) => word.startsWith(beginning)))
      );
    };
    return this.#share(has, tag);
  }

  has(word: string): boolean {
    return this.#countsOfWords().has(word);
  }

  /** The closest frequent words in place of those that no app has; the same object where there are none. */
  correct(search: SearchWords): SearchWords {
    const counts = [...this.#countsOfWords()];
    const frequent = counts.filter(([, count]) => count >= FEWEST_FOR_CORRECTION);
    const words = search.words.map((word) =>
      this.has(word) ? word : (closestWord(word, frequent) ?? word),
    );
    return words.some((word, index) => word !== search.words[index])
      ? { ...search, words }
      : search;
  }

  #share(matches: (app: SampledApp, index: number) => boolean, tag?: string): number {
    const matching = this.#apps.filter(
      (app, index) => matches(app, index) && (tag === undefined || app.tags.includes(tag)),
    );
    return matching.length / this.#apps.length;
  }

  #wordsOfApps(): readonly ReadonlySet<string>[] {
    this.#words ??= this.#apps.map(
      ({ searchText, developer, tags }) =>
        new Set(wordsOf([searchText, developer ?? '', ...tags].join(' '))),
    );
    return this.#words;
  }

  #countsOfWords(): ReadonlyMap<string, number> {
    if (this.#counts) return this.#counts;
    const counts = new Map<string, number>();
    for (const word of this.#wordsOfApps().flatMap((words) => [...words])) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    this.#counts = counts;
    return counts;
  }
}
