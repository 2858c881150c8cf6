import { type AuthoredDefinition, exampleDefinition } from '@app-platform/contracts';

const DEFINITION_BYTES = 20_480;
export const DEFINITION_ATTRIBUTES = 30;
export const REGISTRY_ATTRIBUTES = 500;
export const IDENTIFIER = 'bench';

/** As long as every app id that takes its place: see {@link appId}. */
const PLACEHOLDER = 'bench_000000000';

/** The bytes of a definition of exactly 20 KiB, into which another app id is written at no cost. */
export class DefinitionBytes {
  readonly #bytes: Buffer;
  readonly #place: number;

  constructor() {
    this.#bytes = Buffer.from(JSON.stringify(twentyKibibytes()));
    this.#place = this.#bytes.indexOf(PLACEHOLDER);
  }

  withApp(app: string): Buffer {
    const bytes = Buffer.from(this.#bytes);
    bytes.write(app, this.#place);
    return bytes;
  }
}

/** An app id of a fixed length. */
export function appId(number: number): string {
  return `bench_${String(number).padStart(9, '0')}`;
}

/** A small app that adds 500 attributes to customers. */
export function manyAttributes(): AuthoredDefinition {
  return {
    app: 'bench_attributes',
    version: '1.0.0',
    title: 'Many attributes',
    visibility: 'private',
    identifier: IDENTIFIER,
    klasses: [klass('customer', REGISTRY_ATTRIBUTES)],
  };
}

/** The documentation's example, with as many attributes as asked for, and pages up to the size. */
function twentyKibibytes(): AuthoredDefinition {
  const { dependencies: _, ...example } = exampleDefinition;
  const half = DEFINITION_ATTRIBUTES / 2;
  const kviews = Array.from({ length: 8 }, (_element, index) => page(index, ''));
  const definition: AuthoredDefinition = {
    ...example,
    app: PLACEHOLDER,
    identifier: IDENTIFIER,
    klasses: [klass('company', half), klass('conversation', half)],
    kviews,
  };
  const missing = DEFINITION_BYTES - Buffer.byteLength(JSON.stringify(definition));
  const each = Math.floor(missing / kviews.length);
  const rest = missing - each * kviews.length;
  definition.kviews = kviews.map((_kview, index) =>
    page(index, filler(each + (index === 0 ? rest : 0))),
  );
  return definition;
}

function klass(name: 'company' | 'conversation' | 'customer', attributes: number) {
  const properties = Array.from({ length: attributes }, (_, index) => [
    `loyalty${index}PointsNum`,
    { displayName: `Loyalty points ${index}`, example: String(1000 + index) },
  ]);
  return {
    name,
    metadata: { standard: true as const, properties: Object.fromEntries(properties) },
  };
}

function page(index: number, content: string) {
  return {
    name: `order-tracker-page-${index}`,
    template: `<div>${content}</div>`,
    context: 'expanded-timeline',
    resource: 'customer',
    meta: { displayName: `Page ${index}`, icon: 'cart', state: 'open' },
  };
}

/** Markup of exactly that length. */
function filler(length: number): string {
  return '<p class="order">{{object.custom.statusStr}}: {{object.title}}</p>'
    .repeat(Math.ceil(length / 60))
    .slice(0, length);
}
