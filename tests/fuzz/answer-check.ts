import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument, Operation } from '../operations/api-document.ts';
import type { Answer } from '../operations/http-request.ts';

/** What is wrong with an answer by the document; nothing where it is as documented. */
export type AnswerCheck = (operation: Operation, answer: Answer) => string | undefined;

const isJson = /^application\/(?:[\w.-]+\+)?json$/;

export function answerCheck(document: ApiDocument): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object) => {
    const known = compiled.get(schema);
    if (known) return known;
    const made = ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, made);
    return made;
  };
  return (operation, { status, headers, body }) => {
    const documented = operation.responses[status];
    if (!documented) return `The status ${status} is not documented.`;
    const missing = Object.keys(documented.headers ?? {}).filter(
      (name) => headers[name.toLowerCase()] === undefined,
    );
    if (missing.length > 0) return `It lacks the header ${missing.join(', ')}.`;
    const { content } = documented;
    if (!content) return body.length > 0 ? `No body is documented with ${status}.` : undefined;
    const type = (headers['content-type'] ?? '').split(';', 1).join().trim();
    const schema = schemaOf(content, type);
    if (!schema) return `The content type '${type}' is not documented with ${status}.`;
    return isJson.test(type) ? schemaFault(validatorOf(schema), body) : undefined;
  };
}

/** A media type range such as image/* covers every subtype. */
function schemaOf(content: Record<string, { schema: object }>, type: string): object | undefined {
  return (content[type] ?? content[`${type.split('/', 1)}/*`])?.schema;
}

function schemaFault(validate: ValidateFunction, body: Buffer): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return 'The body is not JSON.';
  }
  return validate(value) ? undefined : `The body is not as documented: ${faultsOf(validate)}`;
}

function faultsOf({ errors }: ValidateFunction): string {
  return (errors ?? []).map((one) => `${one.instancePath} ${one.message}`).join('; ');
}
