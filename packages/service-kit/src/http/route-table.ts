import { missingRoles, problem } from '@app-platform/contracts';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { AppError } from '../errors/app-error.ts';
import { type ParseResult, parameterContract } from './contract.ts';
import { jsonBody } from './json-body.ts';
import { sendPrepared } from './prepared-body.ts';
import { refuseUnread } from './refuse-unread.ts';
import { contextOf } from './request-context.ts';
import type { Route, RouteAnswer } from './route.ts';

export type RouteTableOptions<Principal> = {
  /** Who is calling; throws an AppError of 401 where the credential is missing or bad. */
  authenticate(request: Request): Principal | Promise<Principal>;
  rolesOf(principal: Principal): readonly string[];
  maxBodyBytes?: number;
  /** How often a principal may ask; `strict` by the names that routes use. */
  limits?: RouteLimits;
};

export type RouteLimits = { every: RequestHandler; strict: Record<string, RequestHandler> };

/**
 * Serves a table of routes, each by the same steps: authenticate, authorize, check the parameters,
 * read and check the body, handle, answer. Other methods of a known path get a 405.
 */
export function routeTable<Principal>(
  routes: readonly Route<Principal>[],
  options: RouteTableOptions<Principal>,
): Router {
  const router = express.Router();
  const readBody = jsonBody(options.maxBodyBytes ? { maxBytes: options.maxBodyBytes } : {});
  const byPath = [...Map.groupBy(routes, (route) => route.path)];
  // Express tries one path after the other; those without a parameter are tried first.
  byPath.sort(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')));
  for (const [path, operations] of byPath) {
    const place = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const route of operations) {
      const steps = [
        admit(route, options),
        ...limitsOf(route, options),
        ...(route.body ? [readBody] : []),
        answer(route),
      ];
      place[route.method](...steps);
    }
    place.all(refuseMethod(operations.map(({ method }) => method)));
  }
  return router;
}

function limitsOf<Principal>(
  { limit, operationId }: Route<Principal>,
  { limits }: RouteTableOptions<Principal>,
): RequestHandler[] {
  if (!limits) return [];
  if (limit === undefined) return [limits.every];
  const strict = limits.strict[limit];
  if (!strict) throw new Error(`${operationId} is limited as '${limit}', which is not defined`);
  return [limits.every, strict];
}

/** Authentication and authorization come first, so that a stranger's body is never read. */
function admit<Principal>(
  route: Route<Principal>,
  { authenticate, rolesOf }: RouteTableOptions<Principal>,
): RequestHandler {
  const { access } = route;
  if (access === 'public') return (_request, _response, next) => next();
  const authorize = (principal: Principal): void => {
    if (access === 'authenticated') return;
    const missing = missingRoles(rolesOf(principal), access);
    if (missing.length > 0) throw missingRoleError(missing, 'any' in access);
  };
  return (request, response, next) => {
    const admitted = (principal: Principal): void => {
      authorize(principal);
      response.locals.principal = principal;
    };
    const refuse = (error: unknown): void => refuseUnread(request, response, error, next);
    let principal: Principal | Promise<Principal>;
    try {
      principal = authenticate(request);
      if (!(principal instanceof Promise)) admitted(principal);
    } catch (error) {
      refuse(error);
      return;
    }
    // Who is remembered is admitted in this turn of the event loop.
    if (principal instanceof Promise) principal.then(admitted).then(() => next(), refuse);
    else next();
  };
}

function missingRoleError(missing: string[], oneOf: boolean): AppError {
  const names = missing.join(oneOf ? ' or ' : ' and ');
  const detail = `This needs the role ${names}, which the credential does not hold.`;
  const scope = oneOf ? missing[0] : missing.join(' ');
  return new AppError(problem('forbidden', detail, undefined, { missingRoles: missing }), {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

function answer<Principal>(route: Route<Principal>): RequestHandler {
  const declared = route.parameters ?? [];
  const parseParameters = parameterContract(declared);
  const headerNames = declared.filter((one) => one.in === 'header').map(({ name }) => name);
  return (request, response) => {
    const values = readParameters(request, headerNames);
    const parameters = values ? accepted(parseParameters(values)) : {};
    const { principal, bodyText = '' } = response.locals;
    const body = route.body ? accepted(route.body.parse(request.body, bodyText)) : undefined;
    const result = route.handle({ principal, parameters, body, context: contextOf(response) });
    return result instanceof Promise
      ? result.then((one) => send(request, response, one))
      : send(request, response, result);
  };
}

/** @returns a promise where there is something to wait for; what is held ready is sent at once */
function send(request: Request, response: Response, result: RouteAnswer): void | Promise<void> {
  if ('prepared' in result) {
    const { prepared } = result;
    return prepared instanceof Promise
      ? prepared.then((one) => sendPrepared(request, response, one))
      : sendPrepared(request, response, prepared);
  }
  if ('json' in result) {
    response.status(result.status);
    return sendOutcome(response, result.json);
  }
  response.status(result.status).set(result.headers ?? {});
  if (result.body === undefined) response.end();
  else if (request.method === 'GET' || request.method === 'HEAD') response.json(result.body);
  else sendOutcome(response, JSON.stringify(result.body));
}

/** Without the entity tag that Express would make: nobody asks whether what was done has changed. */
function sendOutcome(response: Response, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

function accepted<T>(result: ParseResult<T>): T {
  if (result.ok) return result.value;
  throw new AppError(result.problems);
}

/** @returns nothing where there is none, and none to be looked for */
function readParameters(
  request: Request,
  headerNames: string[],
): Record<string, string> | undefined {
  const { params } = request;
  if (!request.url.includes('?') && headerNames.length === 0 && isEmpty(params)) return undefined;
  const query = readQuery(request, headerNames);
  const headers = headerNames.flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  // A null prototype, so that a parameter named `__proto__` is one like any other.
  const values = Object.fromEntries(headers);
  return Object.assign(Object.create(null), query, values, params);
}

function isEmpty(values: object): boolean {
  for (const _ in values) return false;
  return true;
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

function refuseMethod(methods: string[]): RequestHandler {
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
