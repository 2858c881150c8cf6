import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import type { Route } from './route.ts';
import { type RouteTableOptions, routeTable } from './route-table.ts';

const open: Pick<RouteTableOptions<object>, 'authenticate' | 'rolesOf'> = {
  authenticate: () => ({}),
  rolesOf: () => [],
};

/** A route that removes everything, as it is declared. */
function removal(declared: Partial<Route<object>> = {}): Route<object> {
  return {
    method: 'delete',
    path: '/v1/everything',
    operationId: 'removeEverything',
    summary: 'Remove everything',
    access: 'authenticated',
    responses: { 204: { description: 'Removed.' } },
    handle: () => ({ status: 204 }),
    ...declared,
  };
}

const serve = (route: Route<object>, options: Partial<RouteTableOptions<object>>) => () =>
  routeTable([route], { ...open, ...options });

describe('a table of routes does not start', () => {
  it('with a limit that is not defined, or where there are none', () => {
    const limited = removal({ limit: 'removals' });
    expect(serve(limited, {})).toThrow(/removeEverything is limited as 'removals', which is not/);
    expect(serve(limited, { limits: { strict: {} } })).toThrow(/which is not defined/);
    const removals = (_request: unknown, _response: unknown, next: () => void) => next();
    expect(serve(limited, { limits: { strict: { removals } } })).not.toThrow();
  });

  it('with a write that does not declare what it makes stale', () => {
    const changeKinds = ['app'];
    expect(serve(removal(), { changeKinds })).toThrow(
      /removeEverything writes and does not declare 'invalidates'/,
    );
    expect(serve(removal({ invalidates: ['apps'] }), { changeKinds })).toThrow(
      /removeEverything invalidates 'apps', which is not defined/,
    );
    expect(serve(removal({ invalidates: [] }), { changeKinds })).not.toThrow();
    expect(serve(removal({ method: 'get' }), { changeKinds })).not.toThrow();
    expect(serve(removal({ changesNothing: true }), { changeKinds })).not.toThrow();
  });
});

describe('a write', () => {
  it.each([
    ['that is done', () => ({ status: 204 }), ['app']],
    [
      'that failed',
      () => {
        throw new Error('the answer of the commit was lost');
      },
      ['app'],
    ],
    ['that makes nothing stale', () => ({ status: 204 }), []],
  ])('%s is noted before its response', async (_how, handle, invalidates) => {
    const noted: boolean[] = [];
    const app = express();
    app.use((_request, response, next) => {
      response.locals.context = {};
      next();
    });
    const afterWrite = async (_principal: object, makesStale: boolean) => {
      await setImmediate();
      noted.push(makesStale);
    };
    const options = { changeKinds: ['app'], afterWrite };
    app.use(serve(removal({ invalidates, handle }), options)());
    app.use(((_error, _request, response, _next) => {
      response.status(500).end();
    }) as express.ErrorRequestHandler);
    await request(app).delete('/v1/everything');
    expect(noted).toEqual([invalidates.length > 0]);
  });
});
