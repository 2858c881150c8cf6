import type { RoleRequirement } from '@app-platform/contracts';
import type { BodyContract, Parameter } from './contract.ts';
import type { PreparedBody } from './prepared-body.ts';
import type { RequestContext } from './request-context.ts';

/** A request as a handler sees it: authenticated, authorized, parsed. */
export type RouteRequest<Principal, Body> = {
  principal: Principal;
  /** Path and query parameters, of the types that the route's schemas state. */
  parameters: Record<string, string | number | undefined>;
  body: Body;
  context: RequestContext;
};

export type RouteAnswer =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** JSON that is written already. */
  | { status: number; json: string }
  /** Answered with its entity tag, or with 304 where the caller names that. */
  | { status: 200; prepared: PreparedBody | Promise<PreparedBody> };

/**
 * One operation, declared: what is served, checked and documented is this and nothing else.
 * The OpenAPI document is built from the same declarations.
 */
export type Route<Principal, Body = unknown> = {
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** In OpenAPI's form: `/v1/apps/available/{appVersion}`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  /** `authenticated` asks for a valid credential and no role. */
  access: RoleRequirement | 'authenticated' | 'public';
  parameters?: readonly Parameter[];
  body?: BodyContract<Body>;
  /** Which of the stricter limits it is counted for, beside that of every route. */
  limit?: string;
  /** Whether its answers are prepared: they then have a strong entity tag of their own. */
  isPrepared?: boolean;
  /** Each status that the handler answers with, and the name of the schema of its body. */
  responses: Record<number, { description: string; schema?: string }>;
  /** The codes that it refuses with, beyond those of every route. */
  refusals?: readonly string[];
  handle(request: RouteRequest<Principal, Body>): RouteAnswer | Promise<RouteAnswer>;
};

/** Binds a route's body type to its contract, then forgets it, so that routes fit one table. */
export function defineRoute<Principal, Body>(route: Route<Principal, Body>): Route<Principal> {
  return route as unknown as Route<Principal>;
}
