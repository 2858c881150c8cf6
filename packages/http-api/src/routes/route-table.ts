import { missingRoles, problem } from '@app-platform/contracts';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { AppError } from '../errors/app-error.ts';
import { jsonBody } from '../json/json-body.ts';
import { rejectAndDrain } from '../server/reject-and-drain.ts';
import { contextOf } from '../server/request-context.ts';
import { markRoutine } from '../server/request-log.ts';
import { insufficientScope, type ResourceChallenge, withResourceChallenge } from './challenge.ts';
import { type ParseResult, parameterContract } from './contract.ts';
import { sendEvents } from './event-stream.ts';
import { sendPrepared } from './prepared-body.ts';
import { type CredentialOptions, requireCredential } from './required-credential.ts';
import type { Route, RouteResponse } from './route.ts';

export type RouteTableOptions<Principal> = {
  /** @throws AppError with 401 for a missing or invalid credential */
  authenticate(request: Request): Principal | Promise<Principal>;
  /**
   * The same for a request whose answer lasts, and whose proof of possession was checked when it began; `authenticate`
   * without it.
   */
  reauthenticate?(request: Request): Principal | Promise<Principal>;
  rolesOf(principal: Principal): readonly string[];
  /** Called for each request with a valid credential, also one that is refused afterwards. */
  countRequest?(principal: Principal): void;
  /** Called for each request with a valid credential that is refused for a missing role, or a rate limit. */
  countRefusal?(principal: Principal): void;
  maxBodyBytes?: number;
  /** Rate limits of a principal. */
  limits?: RouteLimits;
  /** The kinds of changes that `Route.invalidates` may name. With it each write declares them. */
  changeKinds?: readonly string[];
  /**
   * Called after each write, before its response.
   * @param makesStale whether the write declares a change
   */
  afterWrite?(principal: Principal, makesStale: boolean): void | Promise<void>;
  /** Of a public API. Each of its routes that writes declares `credentials`. */
  credentials?: CredentialOptions<Principal>;
  /** The protected resource that challenges name; left out where tokens of no OAuth service are accepted. */
  resource?: ResourceChallenge;
};

export type RouteLimits = {
  every?: RequestHandler;
  /** By the names in `Route.limit`. */
  strict: Record<string, RequestHandler>;
};

/**
 * Serves a table of routes. Each request passes the same steps: authenticate, authorize, limit, read
 * the body, check parameters and body, handle, send. Other methods of a known path get 405.
 */
export function routeTable<Principal>(
  routes: readonly Route<Principal>[],
  options: RouteTableOptions<Principal>,
): Router {
  const router = express.Router();
  const readBody = jsonBody(options.maxBodyBytes ? { maxBytes: options.maxBodyBytes } : {});
  const byPath = [...Map.groupBy(routes, (route) => route.path)];
  // Express tries paths in order; literal paths come before those with a parameter.
  byPath.sort(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')));
  for (const [path, operations] of byPath) {
    const place = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const route of operations) {
      const steps = [
        admit(route, options),
        ...limitsOf(route, options),
        ...(route.body ? [readBody] : []),
        answer({ ...route, handle: withAfterWrite(route, options) }, options),
      ];
      place[route.method](...steps);
    }
    place.all(methodNotAllowed(operations.map(({ method }) => method)));
  }
  return router;
}

/** @throws Error where a route declares a limit that the table does not have */
function limitsOf<Principal>(
  { limit, operationId }: Route<Principal>,
  { limits, countRefusal }: RouteTableOptions<Principal>,
): RequestHandler[] {
  const every = limits?.every ? [limits.every] : [];
  const strict = limit === undefined ? [] : [limits?.strict[limit]];
  return [...every, ...strict].map((handler) => {
    if (!handler) throw new Error(`${operationId} is limited as '${limit}', which is not defined`);
    return countRefusal ? countingRefusals(handler, countRefusal) : handler;
  });
}

function countingRefusals<Principal>(
  limit: RequestHandler,
  countRefusal: (principal: Principal) => void,
): RequestHandler {
  return (request, response, next) =>
    limit(request, response, (error?: unknown) => {
      if (error && response.locals.principal) countRefusal(response.locals.principal);
      next(error);
    });
}

/**
 * Runs what follows a write, before its response. A failed request does too: its commit may have been made although
 * its response was lost.
 * @throws Error where a write does not declare what it makes stale, or declares an unknown kind
 */
function withAfterWrite<Principal>(
  { method, changesNothing, invalidates, operationId, handle }: Route<Principal>,
  { changeKinds, afterWrite }: RouteTableOptions<Principal>,
): Route<Principal>['handle'] {
  if (!changeKinds || method === 'get' || changesNothing) return handle;
  if (!invalidates) throw new Error(`${operationId} writes and does not declare 'invalidates'`);
  const unknown = invalidates.find((kind) => !changeKinds.includes(kind));
  if (unknown) throw new Error(`${operationId} invalidates '${unknown}', which is not defined`);
  return async (request) => {
    try {
      return await handle(request);
    } finally {
      await afterWrite?.(request.principal, invalidates.length > 0);
    }
  };
}

/** Runs before the body is read, so that no unauthorized body is read. */
function admit<Principal>(
  route: Route<Principal>,
  options: RouteTableOptions<Principal>,
): RequestHandler {
  const { authenticate, countRequest, countRefusal, resource } = options;
  const { access } = route;
  if (access === 'public') return (_request, _response, next) => next();
  const authorize = authorizationOf(route, options);
  return async (request, response, next) => {
    let principal: Principal | undefined;
    try {
      principal = await authenticate(request);
      countRequest?.(principal);
      authorize(principal, request);
      response.locals.principal = principal;
    } catch (error) {
      if (principal !== undefined) countRefusal?.(principal);
      rejectAndDrain(request, response, withResourceChallenge(error, access, resource), next);
      return;
    }
    next();
  };
}

/** Checks that a caller may use a route. */
function authorizationOf<Principal>(
  route: Route<Principal>,
  options: RouteTableOptions<Principal>,
): (principal: Principal, request: Request) => void {
  const { access } = route;
  if (access === 'public') return () => {};
  const checkCredential = credentialCheckOf(route, options);
  return (principal, request) => {
    checkCredential(principal);
    if (access === 'authenticated') return;
    const missing = missingRoles(options.rolesOf(principal), access);
    const scheme = /^DPoP /i.test(request.get('authorization') ?? '') ? 'DPoP' : 'Bearer';
    if (missing.length > 0) throw insufficientScope(missing, access, scheme, options.resource);
  };
}

/** @throws Error where a write of a public API does not say which credentials it accepts */
function credentialCheckOf<Principal>(
  { credentials: required, method, operationId }: Route<Principal>,
  { credentials }: RouteTableOptions<Principal>,
): (principal: Principal) => void {
  if (required === undefined) {
    if (credentials && method !== 'get') {
      throw new Error(`${operationId} writes and does not declare which credentials it accepts`);
    }
    return () => {};
  }
  if (!credentials) throw new Error(`${operationId} needs the option 'credentials'`);
  const { holderOf, clock } = credentials;
  return (principal) => requireCredential(required, holderOf(principal), clock());
}

function answer<Principal>(
  route: Route<Principal>,
  options: RouteTableOptions<Principal>,
): RequestHandler {
  const { resource, authenticate, reauthenticate = authenticate } = options;
  const authorize = authorizationOf(route, options);
  const declared = route.parameters ?? [];
  const parseParameters = parameterContract(declared);
  const headerNames = declared.filter((one) => one.in === 'header').map(({ name }) => name);
  return async (request, response) => {
    if (route.isRoutine) markRoutine(response);
    const parameters = accepted(parseParameters(readParameters(request, headerNames)));
    const { principal, bodyText = '' } = response.locals;
    const body = route.body ? accepted(route.body.parse(request.body, bodyText)) : undefined;
    const context = contextOf(response);
    const prefers = (types: readonly string[]) => request.accepts([...types]) || (types[0] ?? '');
    const callerNow = async () => {
      const caller = await reauthenticate(request);
      authorize(caller, request);
      return caller;
    };
    const handled = { principal, parameters, body, context, prefers, callerNow };
    try {
      await send(request, response, await route.handle(handled));
    } catch (error) {
      throw withResourceChallenge(error, route.access, resource);
    }
  };
}

async function send(request: Request, response: Response, result: RouteResponse): Promise<void> {
  if ('events' in result) return sendEvents(request, response, result.events);
  if ('prepared' in result) return sendPrepared(request, response, await result.prepared);
  response.status(result.status);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if ('json' in result) {
    if (isRead) response.type('json').send(result.json);
    else sendText(response, result.json, result.mediaType);
    return;
  }
  response.set(result.headers ?? {});
  if ('bytes' in result) {
    response.send(result.bytes);
    return;
  }
  if (result.body === undefined) response.end();
  else if (isRead) response.json(result.body);
  else sendText(response, JSON.stringify(result.body));
}

/** Sends the result of a change. `response.json` would add an entity tag, which nobody can use here. */
function sendText(response: Response, text: string, mediaType = 'application/json'): void {
  response.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

function accepted<T>(result: ParseResult<T>): T {
  if (result.ok) return result.value;
  throw new AppError(result.problems);
}

function readParameters(request: Request, headerNames: string[]): Record<string, string> {
  const query = readQuery(request, headerNames);
  const headers = headerNames.flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  // A null prototype makes a parameter named `__proto__` an ordinary one.
  return Object.assign(Object.create(null), query, Object.fromEntries(headers), request.params);
}

function readQuery({ url }: Request, headerNames: string[]): Record<string, string> {
  if (!url.includes('?')) return {};
  const query = new URL(url, 'http://localhost').searchParams;
  const twice = [...new Set(query.keys())].filter((name) => query.getAll(name).length > 1);
  if (twice.length > 0) {
    throw new AppError(
      twice.map((parameter) =>
        problem('invalid_parameter', `'${parameter}' is given more than once.`, { parameter }),
      ),
    );
  }
  const misplaced = headerNames.filter((name) => query.has(name));
  if (misplaced.length > 0) {
    throw new AppError(
      misplaced.map((parameter) =>
        problem('invalid_parameter', `'${parameter}' belongs in a header.`, { parameter }),
      ),
    );
  }
  return Object.fromEntries(query);
}

function methodNotAllowed(methods: string[]): RequestHandler {
  const allow = [
    'OPTIONS',
    ...methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])),
  ]
    .sort()
    .join(', ');
  return (request, response) => {
    response.setHeader('Allow', allow);
    if (request.method === 'OPTIONS') {
      response.status(204).end();
      return;
    }
    const detail = `${request.method} is not supported here; ${allow} are.`;
    throw new AppError(problem('method_not_allowed', detail));
  };
}
