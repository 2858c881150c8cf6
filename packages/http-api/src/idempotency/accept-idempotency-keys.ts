import type { Clock } from '@app-platform/runtime';
import type { IdempotentAnswerStore } from '@app-platform/runtime/database';
import type { Route, RouteRequest, RouteResponse } from '../routes/route.ts';
import { answerOnce } from './answer-once.ts';
import { idempotencyKeyParameter } from './idempotency-key.ts';

/** Makes the routes of one feature. */
type Feature<Dependencies, Principal> = (dependencies: Dependencies) => Route<Principal>[];

export type IdempotencyOptions<Dependencies, Principal> = {
  /**
   * Runs `work` in a transaction.
   * @param work gets dependencies whose database is part of the transaction
   */
  transaction<T>(
    work: (answers: IdempotentAnswerStore, joined: Dependencies) => Promise<T>,
  ): Promise<T>;
  clock: Clock;
  /** A key belongs to an organization; its answer is repeated for the same caller alone. */
  callerOf(principal: Principal): { organizationId: string; caller: string };
};

/**
 * Makes the routes of all features. Each POST that changes something accepts an `Idempotency-Key`: with
 * the same one it is done once, also where both requests arrive together, and the second is answered as
 * the first was.
 */
export function acceptIdempotencyKeys<Dependencies, Principal>(
  features: readonly Feature<Dependencies, Principal>[],
  dependencies: Dependencies,
  options: IdempotencyOptions<Dependencies, Principal>,
): Route<Principal>[] {
  return features.flatMap((feature) =>
    feature(dependencies).map((route) =>
      isRepeatable(route)
        ? {
            ...route,
            parameters: [...(route.parameters ?? []), idempotencyKeyParameter],
            refusals: [...(route.refusals ?? []), 'idempotency_key_reused'],
            handle: (request) => handleOnce(route, feature, request, options),
          }
        : route,
    ),
  );
}

/** A route that declares the parameter keeps its answers itself. */
function isRepeatable({ method, changesNothing, parameters = [] }: Route<never>): boolean {
  return method === 'post' && !changesNothing && !parameters.includes(idempotencyKeyParameter);
}

async function handleOnce<Dependencies, Principal>(
  { operationId, handle }: Route<Principal>,
  feature: Feature<Dependencies, Principal>,
  request: RouteRequest<Principal, unknown>,
  { transaction, clock, callerOf }: IdempotencyOptions<Dependencies, Principal>,
): Promise<RouteResponse> {
  const { [idempotencyKeyParameter.name]: key, ...parameters } = request.parameters;
  const inner = { ...request, parameters };
  if (key === undefined) return handle(inner);
  const { organizationId, caller } = callerOf(request.principal);
  const repeatable = {
    organizationId,
    key: String(key),
    request: { operationId, caller, parameters, body: request.body },
    now: clock(),
  };
  const kept = await transaction((answers, joined) =>
    answerOnce(answers, repeatable, async () => {
      const { handle: handleJoined } = routeOf(feature(joined), operationId);
      return JSON.stringify(jsonAnswer(await handleJoined(inner)));
    }),
  );
  return JSON.parse(kept);
}

function routeOf<Principal>(routes: readonly Route<Principal>[], operationId: string) {
  const route = routes.find((one) => one.operationId === operationId);
  if (!route) throw new Error(`no route ${operationId} inside a transaction`);
  return route;
}

function jsonAnswer(answer: RouteResponse): RouteResponse {
  if ('bytes' in answer || 'prepared' in answer || 'events' in answer) {
    throw new Error('an answer to a POST is JSON, or empty');
  }
  return answer;
}
