import { limits, type Schema, typeOf } from '../src/markdown/schema-markdown.ts';
import { inlineHtml } from './markdown.ts';

export type Schemas = Readonly<Record<string, Schema>>;

/** The fields of a schema as nested lists. Named schemas inside of it are links. */
export function fieldList(schema: Schema, link: (name: string) => string): string {
  const items = fieldItems(schema, link);
  return items.length > 0 ? `<ul class="fields">${items.join('')}</ul>` : '';
}

/** The fields of the schema that a reference names, or of the schema itself. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const named = schema.$ref && schemas[nameOf(schema.$ref)];
  return named || schema;
}

/** A type with its limits, such as `list of App, 1 to 20 entries`. */
export function typeHtml(schema: Schema, link: (name: string) => string): string {
  const names = new Set(referencesOf(schema).map(nameOf));
  const html = inlineHtml([typeOf(schema), ...limits(schema)].join(', '));
  return html.replace(/\b[A-Z]\w*\b/g, (word) =>
    names.has(word) ? `<a href="${link(word)}">${word}</a>` : word,
  );
}

function fieldItems(schema: Schema, link: (name: string) => string): string[] {
  const { properties = {}, required = [] } = schema;
  const own = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? ' <span class="badge">required</span>' : '';
    const about = field.description ? `<p>${inlineHtml(field.description)}</p>` : '';
    const type = `<span class="type">${typeHtml(field, link)}</span>`;
    return `<li>${inlineHtml(`\`${name}\``)} ${type}${mark}${about}${fieldList(field, link)}</li>`;
  });
  return [...own, ...partsOf(schema).flatMap((part) => fieldItems(part, link))];
}

/** The schemas inside of one whose fields are shown in its place. */
function partsOf({ items, additionalProperties, anyOf, oneOf, allOf }: Schema): Schema[] {
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items ? [items] : []), ...values, ...(anyOf ?? oneOf ?? allOf ?? [])];
}

/** References of a schema's type, without those of its fields. */
function referencesOf(schema: Schema): string[] {
  return [
    ...(schema.$ref ? [schema.$ref] : []),
    ...partsOf(schema).flatMap((part) => referencesOf(part)),
  ];
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
