const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that `html` made. Pages escape every other value. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A text with markup. Its values are escaped. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(escapeHtml)));
}

/** Escapes a value for an element or for an attribute in quotes. */
export function escapeHtml(value: unknown): string {
  if (value instanceof Html) return value.toString();
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
