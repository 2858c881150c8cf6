import { type ProblemCode, problemKinds } from '@app-platform/contracts';
import type { Route } from '../routes/route.ts';

type AnyRoute = Route<never>;

/** What a status means, for every operation that answers with it. */
const meanings: Record<number, string> = {
  400: 'The request is not valid: every problem at once, each with its place.',
  401: 'No credential, or one that is not valid.',
  403: 'The credential does not hold the role that is needed.',
  404: 'There is no such thing, or none that the organization can see.',
  409: 'Something that exists stands in the way; each problem says what.',
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8.',
  422: 'The request is understood and cannot be carried out.',
  429: 'Too many requests: try again after `Retry-After` seconds.',
  500: 'Something went wrong on our side.',
  503: 'Temporarily unavailable: try again after `Retry-After` seconds.',
};

const ofEveryRoute = [400, 429, 500, 503];
const ofCredentials = [401, 403];
const ofBodies = [413, 415];

/** The statuses with which a route refuses a request; a description names the codes of the route. */
export function refusalsOf({ access, body, refusals = [] }: AnyRoute): Map<number, string> {
  const codes = Map.groupBy(refusals, (code): number => problemKinds[code].status);
  const statuses = new Set([
    ...ofEveryRoute,
    ...(access === 'public' ? [] : ofCredentials),
    ...(body ? ofBodies : []),
    ...codes.keys(),
  ]);
  const sorted = [...statuses].sort((one, other) => one - other);
  return new Map(sorted.map((status) => [status, describe(status, codes.get(status) ?? [])]));
}

function describe(status: number, codes: readonly ProblemCode[]): string {
  const kinds = [...new Set(codes)].map((code) => `\`${code}\` (${problemKinds[code].title})`);
  const list = kinds.length > 0 ? `Codes: ${kinds.join(', ')}.` : '';
  return [meanings[status], list].filter(Boolean).join(' ');
}
