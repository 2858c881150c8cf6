import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  codeSamples,
  type DocumentedOperation,
  type RecordedExample,
  type RecordedExamples,
} from './code-samples.ts';

type Paths = Record<string, Record<string, DocumentedOperation>>;

/**
 * Adds the recorded bodies and snippets to an OpenAPI document.
 * @param service whose client the snippets use
 */
export function addExamples<Document extends object>(
  document: Document,
  examples: RecordedExamples,
  service: 'registry' | 'oauth',
): Document {
  const paths = Object.entries((document as { paths: Paths }).paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const example = examples[operation.operationId];
        if (!example) return [method, operation];
        const samples = codeSamples({ service, method, path, operation, example });
        return [method, { ...withBodies(operation, example), 'x-codeSamples': samples }];
      }),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function withBodies(
  operation: DocumentedOperation,
  { status, request, response }: RecordedExample,
): DocumentedOperation {
  const { requestBody, responses } = operation;
  const answer = responses[status];
  return {
    ...operation,
    ...(requestBody && { requestBody: withExample(requestBody, request) }),
    responses: {
      ...responses,
      ...(answer && { [status]: withExample(answer, response) }),
    },
  };
}

type Body = NonNullable<RecordedExample['request']>;

function withExample<
  Part extends { content?: DocumentedOperation['responses'][string]['content'] },
>(part: Part, body: Body | undefined): Part {
  const described = body && part.content?.[body.mediaType];
  if (!described) return part;
  const content = { ...part.content, [body.mediaType]: { ...described, example: body.body } };
  return { ...part, content };
}

/** The file of the examples in the folder of the documents. */
const FILE = 'api/examples.json';

/** @param documents the folder of the documents */
export function readExamples(documents: string): RecordedExamples {
  return JSON.parse(readFileSync(join(documents, FILE), 'utf8'));
}
