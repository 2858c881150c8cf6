import type { CredentialClass, ProblemCode, RoleRequirement } from '@app-platform/contracts';
import type { RequestContext } from '../server/request-context.ts';
import type { BodyContract, Parameter } from './contract.ts';
import type { PreparedBody } from './prepared-body.ts';

/** The input of a handler: authenticated, authorized, parsed. */
export type RouteRequest<Principal, Body> = {
  principal: Principal;
  /** Path, query and header parameters, converted to the types of their schemas. */
  parameters: Record<string, string | number | undefined>;
  body: Body;
  context: RequestContext;
  /** The media type that the caller prefers of those, which are in the order of the service. */
  prefers(mediaTypes: readonly string[]): string;
};

export type RouteAnswer =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** JSON text, of `application/json` or of a media type that is based on JSON. */
  | { status: number; json: string; mediaType?: string }
  | { status: 200; bytes: Buffer; headers: Record<string, string> }
  /** Sent with its entity tag, or as 304 when the caller names that tag. */
  | { status: 200; prepared: PreparedBody | Promise<PreparedBody> };

/**
 * The declaration of one operation. Checks, roles, 405 responses and the OpenAPI document derive from
 * it.
 */
export type Route<Principal, Body = unknown> = {
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** In OpenAPI's form: `/v1/apps/available/{appVersion}`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  /** `authenticated` requires a valid credential and no role. */
  access: RoleRequirement | 'authenticated' | 'public';
  /**
   * Which credentials are accepted. Left out, a read accepts any; a public API does not start with a
   * write that does not declare it.
   */
  credentials?: CredentialClass;
  parameters?: readonly Parameter[];
  /** Of a POST: a question that needs a body. It takes no `Idempotency-Key`. */
  changesNothing?: boolean;
  body?: BodyContract<Body>;
  /** The stricter rate limit that applies beside the limit of every route. */
  limit?: string;
  /** A poll of another service: logged at debug level if it succeeds. */
  isRoutine?: boolean;
  /** Whether responses are prepared bodies with a strong entity tag. */
  isPrepared?: boolean;
  /**
   * The success statuses. The schema of a JSON body is declared here, or shared and given by its name;
   * of any other body, the content type.
   */
  responses: Record<
    number,
    {
      description: string;
      schema?: string | object;
      contentType?: string;
      /** Media types in which the answer comes where the caller prefers one, with their schemas. */
      alternatives?: Record<string, object>;
    }
  >;
  /** Problem codes beyond those of every route. */
  refusals?: readonly ProblemCode[];
  handle(request: RouteRequest<Principal, Body>): RouteAnswer | Promise<RouteAnswer>;
};

/** Checks a route against its body type, then erases the type so that routes fit one table. */
export function defineRoute<Principal, Body>(route: Route<Principal, Body>): Route<Principal> {
  return route as unknown as Route<Principal>;
}
