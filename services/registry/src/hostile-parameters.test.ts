import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type RunningRegistry, startRegistry } from '../testing/start-registry.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: { type: string } };
type Operation = { parameters?: Parameter[]; requestBody?: object };
type Place = { method: string; path: string; parameter: Parameter };

let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

/** Texts of a query or a path; `AA` is NUL as a cursor writes it. */
const hostile = ['%00', 'a%00b', 'a-1.0.0%00', 'AA'];

/** Where a public operation takes a text. A header cannot hold NUL: HTTP refuses it before us. */
async function places(): Promise<Place[]> {
  const { body } = await registry.anonymous('get', '/openapi.json').expect(200);
  const paths = Object.entries(body.paths as Record<string, Record<string, Operation>>);
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter((parameter) => parameter.schema.type === 'string' && parameter.in !== 'header')
        .map((parameter) => ({ method, path, parameter })),
    ),
  );
}

/** The path of an operation with one parameter as given, and any others of the path as `other`. */
function pathWith({ path, parameter }: Place, value: string): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    parameter.in === 'path' && name === parameter.name ? value : 'other',
  );
  return parameter.in === 'query' ? `${filled}?${parameter.name}=${value}` : filled;
}

describe('a text that the database cannot hold', () => {
  it.each(hostile)('is our fault in no parameter: %s', async (value) => {
    const found = await places();
    const names = found.map(({ parameter }) => parameter.name);
    for (const name of ['q', 'filter[actor]', 'filter[subject]', 'appVersion', 'page[after]']) {
      expect(names).toContain(name);
    }
    const faults: string[] = [];
    for (const place of found) {
      const method = place.method as 'get' | 'post' | 'patch' | 'delete';
      const path = pathWith(place, value);
      const { status } = await registry
        .anonymous(method, path)
        .auth(acme.apiKey, { type: 'bearer' })
        .send(method === 'get' || method === 'delete' ? undefined : { title: 'x' });
      if (status >= 500) faults.push(`${method} ${path}: ${status}`);
    }
    expect(faults).toEqual([]);
  });

  it.each(['q', 'filter[actor]', 'filter[subject]'])('400 for %s, which names it', async (name) => {
    const path = name === 'q' ? '/v1/apps/available' : '/v1/audit';
    const { body } = await acme.get(`${path}?${name}=a%00b`).expect(400);
    const detail = `'${name}' is not of the right form: Without NUL.`;
    expect(body.errors).toMatchObject([{ detail, source: { parameter: name } }]);
  });
});
