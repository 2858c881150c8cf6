import { STATUS_PATH } from '@app-platform/http-api';
import type { RequestHandler } from 'express';

/** The beginning of the API for administrators. */
export const API_PATH = '/v1/';

/** Whether errors have the body of the registry's API, rather than that of RFC 6749. */
export function hasApiErrors(path: string): boolean {
  return path.startsWith(API_PATH) || path === STATUS_PATH;
}

/** The paths of oidc-provider's endpoints, by its names for them. */
export const endpointPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  pushed_authorization_request: '/oauth/par',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  userinfo: '/oauth/userinfo',
  device_authorization: '/oauth/device_authorization',
};

/** Where a user enters the code of a device (RFC 8628 section 3.3). oidc-provider serves no page there. */
export const DEVICE_PATH = '/device';

/** Where an app ends the session of a user (OpenID Connect RP-Initiated Logout). */
export const LOGOUT_PATH = '/oauth/logout';

/** The page that shows a code to copy into the command line, a redirect URI of the client `cli`. */
export const CODE_PAGE_PATH = '/cli/code';

/** Endpoints that receive a secret, a code or a token. */
export const CREDENTIAL_PATHS: readonly string[] = [
  endpointPaths.token,
  endpointPaths.revocation,
  endpointPaths.introspection,
  endpointPaths.pushed_authorization_request,
  endpointPaths.userinfo,
  endpointPaths.device_authorization,
];

/** RFC 8414, and OpenID Connect Discovery. */
const METADATA = '/.well-known/oauth-authorization-server';
const OPENID_METADATA = '/.well-known/openid-configuration';
const known = [...Object.values(endpointPaths), METADATA, OPENID_METADATA];
/** Where others than POST are allowed. */
const METHODS: Record<string, readonly string[]> = {
  [endpointPaths.authorization]: ['GET', 'HEAD', 'POST'],
  [endpointPaths.jwks]: ['GET', 'HEAD'],
  [METADATA]: ['GET', 'HEAD'],
  [OPENID_METADATA]: ['GET', 'HEAD'],
  [endpointPaths.userinfo]: ['GET', 'HEAD', 'POST'],
};

/** The route template of a path that oidc-provider serves. */
export function endpointOf(path: string): string | undefined {
  if (known.includes(path)) return path;
  return isResumption(path) ? `${endpointPaths.authorization}/{uid}` : undefined;
}

/** Whether a path resumes an authorization after a page. */
export function isResumption(path: string): boolean {
  const { authorization } = endpointPaths;
  return path.startsWith(`${authorization}/`) && !path.includes('/', authorization.length + 1);
}

/**
 * oidc-provider's router ignores case and trailing slashes. Transactions and rate limits depend on the
 * exact path, so one slash at the end is dropped, and other spellings are not found.
 */
export const exactPaths: RequestHandler = (request, response, next) => {
  const { path } = request;
  if (path.endsWith('/') && known.includes(path.slice(0, -1))) {
    request.url = path.slice(0, -1) + request.url.slice(path.length);
    return next();
  }
  const usual = path.toLowerCase().replace(/\/+$/, '');
  const isOtherSpelling = path !== usual && known.includes(usual);
  if (!isOtherSpelling) return next();
  response.status(404).type('text').send('Not Found');
};

function methodsOf(path: string): readonly string[] {
  return METHODS[path] ?? (isResumption(path) ? ['GET', 'HEAD'] : ['POST']);
}

/** RFC 9110 section 15.5.6. oidc-provider would answer that there is nothing. */
export const allowedMethods: RequestHandler = ({ path, method }, response, next) => {
  if (endpointOf(path) === undefined) return next();
  const allowed = methodsOf(path).join(', ');
  // OPTIONS is the preflight of a cross-origin request.
  if (method === 'OPTIONS' || allowed.split(', ').includes(method)) return next();
  const description = `${method} is not supported here; ${allowed} is.`;
  response
    .status(405)
    .set({ Allow: allowed, 'Cache-Control': 'no-store' })
    .json({ error: 'invalid_request', error_description: description });
};

/** URLs and cookies follow the issuer, not the headers that a proxy or a caller sets. */
export function trustIssuerOnly(issuer: string): RequestHandler {
  const { host, protocol } = new URL(issuer);
  return (request, _response, next) => {
    request.headers['x-forwarded-host'] = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    next();
  };
}

/** Errors of these endpoints are JSON (RFC 6749 section 5.2), whatever the client accepts. */
export const answerInJson: RequestHandler = (request, _response, next) => {
  if (CREDENTIAL_PATHS.includes(request.path)) request.headers.accept = 'application/json';
  next();
};

/** Pages are never cached. Express would answer a conditional request with 304, also after it has ended a session. */
export const ignoreConditions: RequestHandler = ({ headers }, _response, next) => {
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  next();
};
