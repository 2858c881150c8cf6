import type { CredentialClass, ProblemCode, RoleRequirement } from '@app-platform/contracts';
import type { Static, TSchema } from '@sinclair/typebox';
import type { RequestContext } from '../server/request-context.ts';
import {
  type BodyContract,
  type BodyDeclaration,
  type BodyOf,
  contractOf,
  type Parameter,
  type ParametersOf,
} from './contract.ts';
import type { EVENT_STREAM, EventStream } from './event-stream.ts';
import type { JsonText, PreparedBody } from './prepared-body.ts';

/** The input of a handler: authenticated, authorized, parsed. */
export type RouteRequest<
  Principal,
  Body,
  Parameters = Record<string, string | number | undefined>,
> = {
  principal: Principal;
  /** Path, query and header parameters, converted to the types of their schemas. */
  parameters: Parameters;
  body: Body;
  context: RequestContext;
  /** The media type that the caller prefers of those, which are in the order of the service. */
  prefers(mediaTypes: readonly string[]): string;
  /**
   * The caller by what is known now, for an answer that lasts.
   * @throws AppError 401 or 403 where its credential or a role that the route needs has ended
   */
  callerNow(): Promise<Principal>;
};

export type RouteResponse =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** JSON text, of `application/json` or of a media type that is based on JSON. */
  | { status: number; json: string; mediaType?: string }
  | { status: number; bytes: Buffer; headers: Record<string, string> }
  /** Server-sent events, until either side ends the stream. */
  | { status: 200; events: (stream: EventStream) => void }
  /** Sent with its entity tag, or as 304 when the caller names that tag. */
  | { status: 200; prepared: PreparedBody | Promise<PreparedBody> };

/** A success of a route. */
type ResponseDeclaration = {
  description: string;
  /** Of a JSON body. */
  schema?: TSchema | string | object;
  /** Of any other body. Each event of a stream has `schema` as its data. */
  contentType?: string;
  /** Media types that a caller may prefer, with their schemas. */
  alternatives?: Record<string, object>;
};

/** The responses by status. */
type Responses = Record<number, ResponseDeclaration>;

/** The responses that a handler may return, by the declarations of its route. */
type ResponseOf<R extends Responses> = {
  [Status in keyof R & number]: R[Status] extends { contentType: typeof EVENT_STREAM }
    ? { status: 200; events: (stream: EventStream) => void }
    : R[Status] extends { schema: infer S extends TSchema }
      ? JsonResponse<Status, Static<S>>
      : R[Status] extends { contentType: string }
        ? { status: 200; bytes: Buffer; headers: Record<string, string> }
        : { status: Status; headers?: Record<string, string> };
}[keyof R & number];

type JsonResponse<Status, Body> =
  | { status: Status; body: Body; headers?: Record<string, string> }
  | { status: Status; json: JsonText<Body>; mediaType?: string }
  | { status: 200; prepared: PreparedBody<Body> | Promise<PreparedBody<Body>> };

/** What checks, roles, 405 responses and the OpenAPI document of an operation derive from. */
type Declaration<Parameters, Body, R> = {
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
  parameters?: Parameters;
  /** Of a POST: a question that needs a body. It takes no `Idempotency-Key`. */
  changesNothing?: boolean;
  /** The kinds of changes that a write makes, by the table's `changeKinds`. */
  invalidates?: readonly string[];
  body?: Body;
  /** The stricter rate limit that applies beside the limit of every route. */
  limit?: string;
  /** A poll of another service: logged at debug level if it succeeds. */
  isRoutine?: boolean;
  /** Whether responses are prepared bodies with a strong entity tag. */
  isPrepared?: boolean;
  /** The successes by status. */
  responses: R;
  /** Problem codes beyond those of every route. */
  refusals?: readonly ProblemCode[];
};

type Handle<Request, Response> = {
  handle(request: Request): Response | Promise<Response>;
};

/** An operation as a table serves it: the types of body, parameters and response are erased. */
export type Route<Principal, Body = unknown> = Declaration<
  readonly Parameter[],
  BodyContract<Body>,
  Responses
> &
  Handle<RouteRequest<Principal, Body>, RouteResponse>;

/**
 * Makes the function that declares the routes of one kind of caller. It infers the types of a
 * handler's parameters, body and response from their schemas.
 */
export function routesFor<Principal>() {
  return <
    const P extends readonly Parameter[] = [],
    B extends BodyDeclaration | undefined = undefined,
    R extends Responses = Responses,
  >(
    route: Declaration<P, B, R> &
      Handle<RouteRequest<Principal, BodyOf<B>, ParametersOf<P>>, ResponseOf<R>>,
  ): Route<Principal> => {
    const { body, ...rest } = route;
    return { ...rest, ...(body && { body: contractOf(body) }) } as unknown as Route<Principal>;
  };
}
