import type { RefusedRequests } from './refused-request-store.ts';

/** A request of a known client that was answered with an error of its own making. */
export type RefusedRequest = Omit<RefusedRequests, 'count' | 'firstAt' | 'lastAt'> & { at: Date };

/** What tells one kind of refusal from another. */
export function refusalKey({ clientId, endpoint, error, reason }: RefusedRequest): string {
  return JSON.stringify([clientId, endpoint, error, reason]);
}

const MOST_REASON_CHARACTERS = 200;
const MOST_PARAMETER_CHARACTERS = 2_000;

/** No secret, no code, no `state`, and nothing about the user. */
const KEPT_PARAMETERS: Record<RefusedRequest['endpoint'], readonly string[]> = {
  authorization: [
    'response_type',
    'redirect_uri',
    'scope',
    'prompt',
    'code_challenge',
    'code_challenge_method',
  ],
  token: ['grant_type', 'redirect_uri'],
};

/** Bounds what is stored of a request. */
export function keptParameters(
  endpoint: RefusedRequest['endpoint'],
  given: Readonly<Record<string, unknown>>,
): RefusedRequest['parameters'] {
  const kept: Record<string, string> = {};
  for (const name of KEPT_PARAMETERS[endpoint]) {
    const value = given[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !isStorable(value)) return null;
    kept[name] = value;
  }
  return kept;
}

/** PostgreSQL stores no NUL and no lone surrogate. */
function isStorable(value: string): boolean {
  return value.length <= MOST_PARAMETER_CHARACTERS && !value.includes('\0') && value.isWellFormed();
}

export function keptReason(reason: string): string {
  return reason.slice(0, MOST_REASON_CHARACTERS).replaceAll('\0', '').toWellFormed();
}
