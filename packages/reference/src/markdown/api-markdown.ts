import { fieldLines, type Schema, typeOf, valueText } from './schema-markdown.ts';

type Content = Record<string, { schema?: Schema; example?: unknown }>;
export type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema?: Schema;
    example?: unknown;
  }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  'x-codeSamples'?: { lang: string; label?: string; source: string }[];
  'x-required-roles'?: { all?: string[]; any?: string[] };
};

export type ApiDocument = {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  /** Of operations that name none. */
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes?: Record<string, { scheme?: string; description?: string }>;
    schemas?: Record<string, Schema>;
  };
};

/** An OpenAPI document as Markdown: the operations by their tags, then the schemas that they name. */
export function apiMarkdown(document: ApiDocument, baseUrl: string): string {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const schemas = Object.entries(components.schemas ?? {});
  const credentials = Object.entries(components.securitySchemes ?? {}).map(
    ([name, { description = '' }]) => `- \`${name}\`: ${description}`,
  );
  const parts = [
    `# ${info.title} API`,
    info.description,
    `The addresses are below ${baseUrl || 'the address of the service'}. [openapi.json](${baseUrl}/openapi.json) has the same content for programs, [Errors](${baseUrl}/docs/errors.md) each code of a refusal.`,
    ...(credentials.length > 0 ? ['Credentials:', credentials.join('\n')] : []),
    ...tags.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      ...operations
        .filter(({ operation }) => operation.tags?.[0] === name)
        .flatMap(({ path, method, operation }) => operationParts(path, method, operation)),
    ]),
    ...(schemas.length > 0 ? ['## Schemas'] : []),
    ...schemas.flatMap(([name, schema]) => [`### ${name}`, schemaMarkdown(schema)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

export function operationParts(path: string, method: string, operation: Operation): string[] {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const sample = operation['x-codeSamples']?.find(({ lang }) => lang === 'Shell');
  const about = [summary && `${summary}.`, description, credentialText(operation)];
  return [
    `### ${method.toUpperCase()} ${path}`,
    [`\`${operationId}\`:`, ...about.filter(Boolean)].join(' '),
    ...part(
      'Parameters:',
      parameters.map((one) => {
        const facts = [one.in, ...(one.required ? ['required'] : [])];
        return `- \`${one.name}\` ${valueText(one.schema ?? {}, one.description, ...facts)}`;
      }),
    ),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, { schema = {} }]) => [
      `Body${requestBody?.required ? '' : ', optional'}: ${mediaType}, ${typeOf(schema)}`,
      ...(schema.$ref ? [] : part('', fieldLines(schema))),
    ]),
    ...part('Responses:', responseLines(responses)),
    ...(sample ? [`\`\`\`sh\n${sample.source}\n\`\`\``] : []),
  ];
}

export function credentialText({ security }: Operation): string {
  if (!security) return '';
  const names = security.flatMap((one) => Object.keys(one));
  return names.length === 0
    ? 'Needs no credential.'
    : `Credential: ${names.map((name) => `\`${name}\``).join(' or ')}.`;
}

/** Refusals on one line: each operation has most of them. */
function responseLines(responses: Operation['responses']): string[] {
  const all = Object.entries(responses);
  const accepted = all.filter(([status]) => Number(status) < 400);
  const refusals = all.filter(([status]) => Number(status) >= 400);
  return [
    ...accepted.flatMap(([status, { description, content = {} }]) => [
      `- ${status}: ${description}${typesText(content)}`,
      ...Object.values(content).flatMap(({ schema }) => fieldLines(schema ?? {}, '  ')),
    ]),
    ...(refusals.length > 0 ? [`- Refusals: ${refusals.map(refusalText).join(', ')}`] : []),
  ];
}

function typesText(content: Content): string {
  const types = Object.entries(content).map(
    ([mediaType, { schema = {} }]) => `${mediaType}, ${typeOf(schema)}`,
  );
  return types.length > 0 ? ` (${types.join('; ')})` : '';
}

/** For example `409 (duplicate)`. */
function refusalText([status, { description }]: [string, { description: string }]): string {
  const codes = [...description.matchAll(/`(\w+)` \(/g)].map(([, code]) => `\`${code}\``);
  return codes.length > 0 ? `${status} (${codes.join(', ')})` : status;
}

function part(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [...(title ? [title] : []), lines.join('\n')];
}

export function schemaMarkdown(schema: Schema): string {
  const lines = fieldLines(schema);
  const about = schema.description ?? (lines.length === 0 ? typeOf(schema) : '');
  return [about, lines.join('\n')].filter(Boolean).join('\n\n');
}
