import type { Clock } from '@app-platform/runtime';
import type { IdempotentAnswerStore } from '@app-platform/runtime/database';
import type { Route, RouteRequest, RouteResponse } from '../routes/route.ts';
import { answerOnce } from './answer-once.ts';
import { idempotencyKeyParameter } from './idempotency-key.ts';

export type IdempotencyOptions<Principal> = {
  /**
   * Runs `work` in a transaction.
   * @param work gets the same routes, whose handlers join the transaction
   */
  transaction<T>(
    work: (answers: IdempotentAnswerStore, routes: readonly Route<Principal>[]) => Promise<T>,
  ): Promise<T>;
  clock: Clock;
  /** A key belongs to an organization; its answer is repeated for the same caller alone. */
  callerOf(principal: Principal): { organizationId: string; caller: string };
};

/**
 * Makes each POST that changes something accept an `Idempotency-Key`: with the same one it is done
 * once, also where both requests arrive together, and the second is answered as the first was.
 */
export function acceptIdempotencyKeys<Principal>(
  routes: readonly Route<Principal>[],
  options: IdempotencyOptions<Principal>,
): Route<Principal>[] {
  return routes.map((route, index) =>
    isRepeatable(route)
      ? {
          ...route,
          parameters: [...(route.parameters ?? []), idempotencyKeyParameter],
          refusals: [...(route.refusals ?? []), 'idempotency_key_reused'],
          handle: (request) => handleOnce(route, index, request, options),
        }
      : route,
  );
}

/** A route that declares the parameter keeps its answers itself. */
function isRepeatable({ method, changesNothing, parameters = [] }: Route<never>): boolean {
  return method === 'post' && !changesNothing && !parameters.includes(idempotencyKeyParameter);
}

async function handleOnce<Principal>(
  { operationId, handle }: Route<Principal>,
  index: number,
  request: RouteRequest<Principal, unknown>,
  { transaction, clock, callerOf }: IdempotencyOptions<Principal>,
): Promise<RouteResponse> {
  const { [idempotencyKeyParameter.name]: key, ...parameters } = request.parameters;
  const inner = { ...request, parameters };
  if (key === undefined) return handle(inner);
  const { organizationId, caller } = callerOf(request.principal);
  const asked = {
    organizationId,
    key: String(key),
    request: { operationId, caller, parameters, body: request.body },
    now: clock(),
  };
  const kept = await transaction((answers, routes) =>
    answerOnce(answers, asked, async () => {
      const joined = routes[index]?.handle ?? handle;
      return JSON.stringify(jsonAnswer(await joined(inner)));
    }),
  );
  return JSON.parse(kept);
}

function jsonAnswer(answer: RouteResponse): RouteResponse {
  if ('bytes' in answer || 'prepared' in answer) {
    throw new Error('an answer to a POST is JSON, or empty');
  }
  return answer;
}
