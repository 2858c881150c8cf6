import type { Route } from '@app-platform/http-api';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from './openapi.ts';

type Documented = { security?: object[]; responses: Record<string, { description: string }> };

/** What the document says of a route. */
function documented(route: Partial<Route<never>>): Documented {
  const { paths } = openApiDocument(
    [
      {
        method: 'get',
        path: '/v1/apps/available',
        operationId: 'test',
        summary: 'Test',
        access: 'authenticated',
        responses: { 200: { description: 'Tested.' } },
        handle: () => ({ status: 200 }),
        ...route,
      },
    ],
    '',
  ) as { paths: Record<string, { get: Documented }> };
  const operation = paths['/v1/apps/available']?.get;
  if (!operation) throw new Error('The operation is not documented.');
  return operation;
}

describe('the OpenAPI document', () => {
  it('asks for no credential where a route is public', () => {
    const { security, responses } = documented({ access: 'public' });
    expect(security).toEqual([]);
    expect(Object.keys(responses)).not.toContain('401');
  });

  it('asks for the credential of the document elsewhere', () => {
    const { security, responses } = documented({});
    expect(security).toBeUndefined();
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403']));
  });

  it('names every code of a status', () => {
    const { responses } = documented({ refusals: ['duplicate', 'attribute_conflict'] });
    expect(responses[409]?.description).toMatch(/`duplicate`.*`attribute_conflict`/s);
  });
});
