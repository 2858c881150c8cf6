import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';

type Body = { mediaType: string; body: unknown };
type Example = { path: string; request?: Body; status: number; response?: Body };
type Content = Record<string, { schema: AnySchemaObject; example?: unknown }>;
type Operation = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  'x-codeSamples'?: { label: string; source: string }[];
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: AnySchemaObject;
};

const folder = join(import.meta.dirname, '../../docs/api');
const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
const examples: Record<string, Example> = await read('examples.json');

describeDocument('registry', await read('registry.openapi.json'));
describeDocument('oauth', await read('oauth.openapi.json'));

function describeDocument(service: string, { paths, components }: Document): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const fault = (content: Content | undefined, { mediaType, body }: Body) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    const described = content?.[mediaType];
    if (!described) return `no ${mediaType}`;
    return ajv.validate({ ...described.schema, components }, body) ? undefined : ajv.errorsText();
  };

  it.each(operations.map(({ operationId, ...operation }) => [operationId, operation] as const))(
    `${service}: %s has an example that fits its schemas, and snippets`,
    (operationId, { requestBody, responses, 'x-codeSamples': samples = [] }) => {
      const example = examples[operationId];
      if (!example) {
        throw new Error(
          `${operationId} has no example. Add a row for it to tests/operations, then run tests/documentation/record-examples.ts and npm run generate.`,
        );
      }
      const { request, status, response } = example;
      if (request) expect(fault(requestBody?.content, request)).toBeUndefined();
      expect(responses).toHaveProperty(String(status));
      if (response) expect(fault(responses[status]?.content, response)).toBeUndefined();
      expect(samples.map(({ label }) => label)).toEqual(['curl', expect.any(String)]);
    },
  );
}

it('no example holds a secret', async () => {
  const text = await readFile(join(folder, 'examples.json'), 'utf8');
  expect(text).not.toMatch(/eyJ(?!hbGciOiJFUzI1NiJ9\.ACCESS)/);
  expect(text).not.toMatch(/"(key|secret|client_secret|refresh_token|password)": "(?![A-Z_]+")/);
  expect(text).not.toMatch(/127\.0\.0\.1|\d{4}-\d\d-\d\dT(?!09:30:00\.000Z)/);
});
