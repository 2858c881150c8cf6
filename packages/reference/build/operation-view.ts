import { type ApiDocument, credentialText, type Operation } from '../src/markdown/api-markdown.ts';
import type { Schema } from '../src/markdown/schema-markdown.ts';
import { fieldList, resolved, typeHtml } from './fields.ts';
import { codeBlock, inlineHtml } from './markdown.ts';
import { type DescribedOperation, serviceTitles } from './operations.ts';

type Content = Record<string, { schema?: Schema; example?: unknown }>;
/** Requests of these paths take a credential of the console, and JSON. */
const SENDABLE = /^\/(v1\/|status$)/;

/** What the template of an operation shows. */
export function operationView(described: DescribedOperation, api: ApiDocument) {
  const { service, operation, method, path } = described;
  const schemas = api.components.schemas ?? {};
  const link = (name: string) => `/docs/${service}/schemas#${name}`;
  const content = (all: Content = {}) =>
    Object.entries(all).map(([mediaType, { schema = {}, example }]) => ({
      mediaType,
      type: typeHtml(schema, link),
      fields: fieldList(resolved(schema, schemas), link),
      example: example === undefined ? '' : codeBlock(exampleText(example), 'json'),
    }));
  const responses = Object.entries(operation.responses);
  return {
    ...{ service, operation, method, path, serviceTitle: serviceTitles[service] },
    description: inlineHtml(operation.description ?? ''),
    credential: inlineHtml(
      credentialText({ ...operation, security: operation.security ?? api.security ?? [] }),
    ),
    parameters: (operation.parameters ?? []).map((one) => ({
      ...one,
      type: typeHtml(one.schema ?? {}, link),
      description: inlineHtml(one.description ?? ''),
    })),
    bodies: content(operation.requestBody?.content),
    responses: responses
      .filter(([status]) => Number(status) < 400)
      .map(([status, { description, content: bodies }]) => ({
        ...{ status, description: inlineHtml(description), bodies: content(bodies) },
      })),
    refusals: responses
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { description }]) => ({ status, description: withErrorLinks(description) })),
    samples: (operation['x-codeSamples'] ?? []).map(({ lang, label = lang, source }) => ({
      label,
      html: codeBlock(source, lang === 'Shell' ? 'bash' : 'typescript'),
    })),
    console: SENDABLE.test(path) ? consoleView(operation) : undefined,
  };
}

/** The fields of the request console. */
function consoleView({ parameters = [], requestBody }: Operation) {
  const body = requestBody?.content['application/json'] as Content[string] | undefined;
  return {
    parameters: parameters
      .filter((one) => one.in === 'path' || one.in === 'query')
      .map((one) => ({ ...one, example: one.example === undefined ? '' : String(one.example) })),
    body: body && (body.example === undefined ? '{}' : exampleText(body.example)),
    isBodyRequired: requestBody?.required ?? false,
  };
}

function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

/** Codes of errors lead to their entries. */
function withErrorLinks(description: string): string {
  return inlineHtml(description.replace(/`(\w+)` \(/g, '[`$1`](/docs/errors#$1) ('));
}
