import type { IdempotentAnswerStore } from '@app-platform/runtime/database';
import { expect, it } from '@jest/globals';
import { type Route, type RouteRequest, routesFor } from '../routes/route.ts';
import { acceptIdempotencyKeys } from './accept-idempotency-keys.ts';

type Caller = { organizationId: string };
type Place = 'outside' | 'inside';

const handledBy: string[] = [];
const routeAt = (place: Place, operationId: string): Route<Caller> =>
  routesFor<Caller>()({
    method: 'post',
    path: `/${operationId}`,
    operationId,
    summary: '',
    access: 'authenticated',
    responses: { 204: { description: '' } },
    handle: () => {
      handledBy.push(`${operationId} ${place}`);
      return { status: 204 };
    },
  });

/** Every key is new. */
const answers = {
  claim: async () => true,
  keep: async () => undefined,
  removeExpired: async () => undefined,
} as unknown as IdempotentAnswerStore;

const post = (
  feature: (place: Place) => Route<Caller>[],
  operationId: string,
  made: Place[] = [],
) => {
  const features = [
    (place: Place) => {
      made.push(place);
      return [routeAt(place, 'other')];
    },
    feature,
  ];
  const routes = acceptIdempotencyKeys<Place, Caller>(features, 'outside', {
    transaction: (work) => work(answers, 'inside'),
    clock: () => new Date(),
    callerOf: ({ organizationId }) => ({ organizationId, caller: 'key' }),
  });
  const request = {
    principal: { organizationId: 'a'.repeat(24) },
    parameters: { 'Idempotency-Key': 'one' },
    body: undefined,
  } as unknown as RouteRequest<Caller, unknown>;
  return routes.find((route) => route.operationId === operationId)?.handle(request);
};

it('finds the route of the transaction by its operation, wherever it is', async () => {
  const made: Place[] = [];
  const feature = (place: Place) =>
    place === 'outside'
      ? [routeAt(place, 'create')]
      : [routeAt(place, 'second'), routeAt(place, 'create')];
  await post(feature, 'create', made);
  expect(handledBy.splice(0)).toEqual(['create inside']);
  expect(made).toEqual(['outside']);
});

it('fails where the transaction lacks the route, and does not run the one outside of it', async () => {
  const feature = (place: Place) => (place === 'outside' ? [routeAt(place, 'create')] : []);
  await expect(post(feature, 'create')).rejects.toThrow('no route create inside a transaction');
  expect(handledBy).toEqual([]);
});
