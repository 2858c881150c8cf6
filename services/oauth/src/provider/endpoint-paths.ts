import type { RequestHandler } from 'express';
import { CREDENTIAL_PATHS } from '../rate-limits.ts';

/** Where oidc-provider's endpoints are, by its names for them. */
export const endpointPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  pushed_authorization_request: '/oauth/par',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
};

const known = [...Object.values(endpointPaths), '/.well-known/oauth-authorization-server'];
/** What oidc-provider serves, and this service does not: it issues no ID tokens. */
const UNSERVED = '/.well-known/openid-configuration';

/** The route of a path that oidc-provider serves. */
export function endpointOf(path: string): string | undefined {
  if (known.includes(path)) return path;
  // Where a browser goes on after a page.
  const { authorization } = endpointPaths;
  return path.startsWith(`${authorization}/`) ? `${authorization}/{uid}` : undefined;
}

/**
 * oidc-provider's router disregards case and a slash at the end. What makes a token request atomic
 * and counts refused credentials goes by the path, so that another spelling must lead nowhere.
 */
export const exactPaths: RequestHandler = ({ path }, response, next) => {
  const usual = path.toLowerCase().replace(/\/+$/, '');
  const isSpelledOtherwise = path !== usual && known.includes(usual);
  if (!isSpelledOtherwise && usual !== UNSERVED) return next();
  response.status(404).type('text').send('Not Found');
};

/** Programs are told errors as JSON (RFC 6749 section 5.2), even one that asks for a page. */
export const answerInJson: RequestHandler = (request, _response, next) => {
  if (CREDENTIAL_PATHS.includes(request.path)) request.headers.accept = 'application/json';
  next();
};
