import type { RequestHandler } from 'express';
import { CREDENTIAL_PATHS } from '../rate-limits.ts';

/** The paths of oidc-provider's endpoints, by its names for them. */
export const endpointPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  pushed_authorization_request: '/oauth/par',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
};

const known = [...Object.values(endpointPaths), '/.well-known/oauth-authorization-server'];
/** oidc-provider serves it, this service does not: it issues no ID tokens. */
const UNSERVED = '/.well-known/openid-configuration';

/** The route template of a path that oidc-provider serves. */
export function endpointOf(path: string): string | undefined {
  if (known.includes(path)) return path;
  // The path that resumes an authorization after a page.
  const { authorization } = endpointPaths;
  return path.startsWith(`${authorization}/`) ? `${authorization}/{uid}` : undefined;
}

/**
 * oidc-provider's router ignores case and a trailing slash. Transactions and rate limits depend on
 * the exact path, so other spellings are not found.
 */
export const exactPaths: RequestHandler = ({ path }, response, next) => {
  const usual = path.toLowerCase().replace(/\/+$/, '');
  const isOtherSpelling = path !== usual && known.includes(usual);
  if (!isOtherSpelling && usual !== UNSERVED) return next();
  response.status(404).type('text').send('Not Found');
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
