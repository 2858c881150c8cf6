import { expect, it } from '@jest/globals';
import { Type } from '@sinclair/typebox';
import { routesFor } from '../routes/route.ts';
import { component, list, response, text } from '../schemas/schemas.ts';
import { componentsOf } from './components.ts';
import { describeRoute } from './describe-route.ts';

const defineRoute = routesFor<{ id: string }>();
const Name = component('Name', text('A name.'));
const NameList = component('NameList', response(list(Name)));

const operation = {
  method: 'get',
  path: '/names/{id}',
  operationId: 'listNames',
  summary: 'Names',
  access: 'authenticated',
} as const;

it('collects the components of routes, and refers to them', () => {
  const route = defineRoute({
    ...operation,
    responses: { 200: { description: 'The names.', schema: NameList } },
    handle: ({ principal }) => ({ status: 200, body: { data: [principal.id] } }),
  });
  const { Name: name, NameList: names } = componentsOf([route]);
  expect(name).toEqual({ type: 'string', description: 'A name.' });
  expect(names).toMatchObject({
    properties: { data: { items: { $ref: '#/components/schemas/Name' } } },
  });
  expect(describeRoute(route, [])).toMatchObject({
    responses: {
      200: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/NameList' } } },
      },
    },
  });
});

it('names the required roles and the accepted credentials for programs', () => {
  const route = defineRoute({
    ...operation,
    method: 'delete',
    access: { any: ['org.admin.apps', 'org.permission.apps'] },
    credentials: 'first_party',
    invalidates: [],
    responses: { 204: { description: 'Removed.' } },
    handle: () => ({ status: 204 }),
  });
  expect(describeRoute(route, [])).toMatchObject({
    'x-required-roles': { any: ['org.admin.apps', 'org.permission.apps'] },
    'x-accepted-credentials': 'first_party',
  });
});

it('refuses two components of one name', () => {
  const Other = component('Name', text('Another name.'));
  const route = defineRoute({
    ...operation,
    responses: { 200: { description: 'The names.', schema: Type.Object({ Name, Other }) } },
    handle: () => ({ status: 200, body: { Name: 'a', Other: 'b' } }),
  });
  expect(() => componentsOf([route])).toThrow("Two components are 'Name'");
});

it('does not compile a response that does not meet its schema', () => {
  const route = defineRoute({
    ...operation,
    responses: { 200: { description: 'The names.', schema: NameList } },
    // @ts-expect-error the names are strings
    handle: () => ({ status: 200, body: { data: [1] } }),
  });
  expect(route.operationId).toBe('listNames');
});
