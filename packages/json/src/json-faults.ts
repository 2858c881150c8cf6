export type JsonFaultCode =
  | 'malformed_json'
  | 'nesting_too_deep'
  | 'too_many_values'
  | 'reserved_key'
  | 'unstorable_character'
  | 'duplicate_key'
  | 'inexact_number'
  | 'more_problems';

/** Why a text was refused, and where. */
export type JsonFault = TextPlace & {
  code: JsonFaultCode;
  /** What is wrong, and how to mend it. */
  detail: string;
  /** RFC 6901; empty for a fault of the syntax. */
  pointer: string;
};

/** The keys and array indices that lead from the document's root to a value. */
type JsonPath = readonly (string | number)[];

/** The token that is being read. */
export type JsonPosition = { readonly offset: number; path(): JsonPath };

type FoundFault = Pick<JsonFault, 'code' | 'detail' | 'pointer'> & { offset: number };

/** Bounds the result: a small text can hold many faults. */
export const MAX_FAULTS = 100;
const MAX_POINTER_LENGTH = 512;

/** Keeps the first faults and counts the rest. */
export class JsonFaults {
  readonly #listed: FoundFault[] = [];
  readonly #ofSyntax: FoundFault[] = [];
  #unlistedCount = 0;
  #firstUnlistedOffset = 0;

  add(code: JsonFaultCode, detail: string, position: JsonPosition): void {
    const { offset } = position;
    if (this.#listed.length < MAX_FAULTS) {
      this.#listed.push({ code, detail, pointer: jsonPointer(position.path()), offset });
      return;
    }
    if (this.#unlistedCount === 0) this.#firstUnlistedOffset = offset;
    this.#unlistedCount += 1;
  }

  addAboutText(code: JsonFaultCode, detail: string, offset: number): void {
    this.add(code, detail, { offset, path: () => [] });
  }

  /** Listed however many others there are. */
  addSyntaxFault(detail: string, offset: number): void {
    this.#ofSyntax.push({ code: 'malformed_json', detail, pointer: '', offset });
  }

  /** @returns the faults in the order of the text */
  placedIn(text: string): JsonFault[] {
    if (this.#listed.length + this.#ofSyntax.length === 0) return [];
    const places = new TextPlaces(text);
    const placed = ({ offset, ...fault }: FoundFault) => ({ ...fault, ...places.at(offset) });
    const listed = this.#listed.map(placed);
    const unlisted = this.#unlisted().map(placed);
    return [...listed, ...this.#ofSyntax.map(placed), ...unlisted];
  }

  #unlisted(): FoundFault[] {
    if (this.#unlistedCount === 0) return [];
    const detail = `${this.#unlistedCount} more problems are not listed. Mend the listed ones first.`;
    return [{ code: 'more_problems', detail, pointer: '', offset: this.#firstUnlistedOffset }];
  }
}

/**
 * The RFC 6901 pointer, safe to serialize, log and store: a key may be as long as the text, and may
 * hold the characters that it is refused for.
 */
function jsonPointer(path: JsonPath): string {
  let pointer = '';
  for (const segment of path) {
    // Also cut before escaping, to avoid copying 64 huge keys.
    const name = String(segment).slice(0, MAX_POINTER_LENGTH + 1);
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (pointer.length > MAX_POINTER_LENGTH) {
      return storable(`${pointer.slice(0, MAX_POINTER_LENGTH)}…`);
    }
  }
  return storable(pointer);
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Line and column begin at 1. */
export type TextPlace = { line: number; column: number };

/** Finds the places of ascending offsets in one pass over a text. */
export class TextPlaces {
  readonly #text: string;
  readonly #lineBreak = /\r\n?|\n/g;
  #line = 1;
  #lineStart = 0;
  #nextLineStart: number | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#nextLineStart = this.#findNextLine();
  }

  /** @param offset not before those of earlier calls */
  at(offset: number): TextPlace {
    while (this.#nextLineStart !== undefined && this.#nextLineStart <= offset) {
      this.#line += 1;
      this.#lineStart = this.#nextLineStart;
      this.#nextLineStart = this.#findNextLine();
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }

  #findNextLine(): number | undefined {
    return this.#lineBreak.test(this.#text) ? this.#lineBreak.lastIndex : undefined;
  }
}
