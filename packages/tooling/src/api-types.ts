import openapiTypescript, { astToString } from 'openapi-typescript';

const HEADER = '// Generated from the OpenAPI document: npm run generate\n\n';

/** By document: its types take most of the time of all generated files. */
const generated = new Map<string, Promise<string>>();

/** TypeScript types of an OpenAPI document. */
export function generateApiTypes(document: string): Promise<string> {
  const known = generated.get(document) ?? typesOf(document);
  generated.set(document, known);
  return known;
}

/** Without examples, which would be comments longer than the types. */
async function typesOf(document: string): Promise<string> {
  const withoutExamples = JSON.parse(document, (key, value) =>
    isMediaType(key, value) ? { schema: value.schema } : value,
  );
  return HEADER + astToString(await openapiTypescript(withoutExamples));
}

function isMediaType(key: string, value: unknown): value is { schema: object } {
  return /^[a-z]+\/[a-z+-]+$/.test(key) && typeof value === 'object' && value !== null;
}
