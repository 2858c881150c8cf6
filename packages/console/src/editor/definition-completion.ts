import { type PublishedSchema, publishedDefinitionSchema } from '@app-platform/app-definition';
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];
type Place = { schemas: PublishedSchema[]; from: number; to: number };

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'];
const WORD_BEFORE = /["\w$-]*$/;
const root = publishedDefinitionSchema('');

/** Offers the keys and values that the published schema has at the cursor. */
export function completeDefinition(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(WORD_BEFORE);
  if (!explicit && (!word || word.from === word.to)) return null;
  let node: SyntaxNode = syntaxTree(state).resolveInner(pos, -1);
  if (node.type.isError && node.parent) node = node.parent;
  const isText = node.name === 'PropertyName' || node.name === 'String';
  const from = isText ? node.from : (word?.from ?? pos);
  const to = isText ? node.to : pos;
  const isKey = node.name === 'PropertyName' || node.name === 'Object';
  const schemas = schemasAt(pathTo(isKey ? holderOf(node) : node, state));
  const place = { schemas, from, to };
  const options = isKey ? keys(place, node, state) : values(place);
  return options.length > 0 ? { from, to, options, validFor: WORD_BEFORE } : null;
}

/** The object of a key. */
function holderOf(node: SyntaxNode): SyntaxNode {
  return node.name === 'Object' ? node : (node.parent?.parent ?? node);
}

function keys({ schemas, to }: Place, node: SyntaxNode, state: EditorState): Completion[] {
  const present = holderOf(node)
    .getChildren('Property')
    .filter((property) => property.from !== node.from)
    .map((property) => nameOf(property, state));
  const isNamed = state
    .sliceDoc(to, to + 10)
    .trimStart()
    .startsWith(':');
  return schemas
    .flatMap(({ properties }) => Object.entries((properties ?? {}) as Record<string, unknown>))
    .filter(([name]) => !present.includes(name))
    .map(([name, schema]) => {
      const { description, title } = schema as PublishedSchema;
      const info = String(description ?? title ?? '');
      const apply = isNamed ? JSON.stringify(name) : `${JSON.stringify(name)}: `;
      // What is replaced begins with a quote, or is empty.
      return { label: JSON.stringify(name), displayLabel: name, apply, type: 'property', info };
    });
}

function values({ schemas }: Place): Completion[] {
  const texts = schemas.flatMap(({ enum: listed, const: only, type }) => [
    ...(Array.isArray(listed) ? listed : []),
    ...(only === undefined ? [] : [only]),
    ...(type === 'boolean' && only === undefined ? [true, false] : []),
  ]);
  return [...new Set(texts.map((text) => JSON.stringify(text)))].map((label) => ({
    label,
    type: 'enum',
  }));
}

/** The names that lead from the definition to a value; `undefined` is an element of an array. */
function pathTo(node: SyntaxNode, state: EditorState): (string | undefined)[] {
  const path: (string | undefined)[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === 'Property') path.unshift(nameOf(at, state));
    if (at.name === 'Array') path.unshift(undefined);
  }
  return path;
}

function nameOf(property: SyntaxNode, state: EditorState): string {
  const key = property.getChild('PropertyName');
  const text = key ? state.sliceDoc(key.from, key.to) : '';
  return text.replaceAll('"', '');
}

function schemasAt(path: readonly (string | undefined)[]): PublishedSchema[] {
  return path.reduce(
    (schemas, name) => schemas.flatMap((schema) => childOf(schema, name)).flatMap(alternativesOf),
    alternativesOf(root),
  );
}

function childOf(schema: PublishedSchema, name: string | undefined): PublishedSchema[] {
  if (name === undefined) return isSchema(schema.items) ? [schema.items] : [];
  const { properties, additionalProperties } = schema;
  const own =
    isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return [own ?? additionalProperties].filter(isSchema);
}

function alternativesOf(schema: PublishedSchema): PublishedSchema[] {
  const listed = ALTERNATIVES.flatMap((keyword) => schema[keyword] ?? []) as PublishedSchema[];
  return [schema, ...[...listed, schema.then].filter(isSchema).flatMap(alternativesOf)];
}

function isSchema(value: unknown): value is PublishedSchema {
  return typeof value === 'object' && value !== null;
}
