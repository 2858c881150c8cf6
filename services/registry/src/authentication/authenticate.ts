import {
  bearerCredential,
  type Clock,
  credentialDigest,
  readCredential,
  unauthorized,
} from '@app-platform/service-kit';
import type { ApiKeyStore } from '../organizations/api-key-store.ts';
import {
  type AccessTokenDependencies,
  type PresentedToken,
  verifyAccessToken,
} from './access-token.ts';
import type { LastUseRecorder } from './last-use.ts';
import type { Principal } from './principal.ts';

export type AuthenticationDependencies = {
  apiKeys: ApiKeyStore;
  lastUse: LastUseRecorder;
  clock: Clock;
  /** Left out where there is no OAuth service: then no access token is valid. */
  accessTokens?: AccessTokenDependencies;
};

/** What of a request tells who is calling. */
export type PresentedRequest = Pick<PresentedToken, 'method' | 'path' | 'proof'> & {
  authorization: string | undefined;
};

/** A signed JWT in compact form (RFC 7515 section 3.1); no API key has a dot. */
const JWT = /^[^.]+\.[^.]+\.[^.]+$/;

/** Turns an Authorization header into a principal, or refuses with a 401. */
export async function authenticate(
  dependencies: AuthenticationDependencies,
  { authorization, method, path, proof }: PresentedRequest,
): Promise<Principal> {
  const { scheme, value: token } = readCredential(authorization);
  const { accessTokens } = dependencies;
  if (accessTokens && JWT.test(token)) {
    return verifyAccessToken(accessTokens, { scheme, token, method, path, proof });
  }
  return authenticateKey(dependencies, bearerCredential(authorization));
}

async function authenticateKey(
  { apiKeys, lastUse, clock }: AuthenticationDependencies,
  key: string,
): Promise<Principal> {
  const found = await apiKeys.findByDigest(credentialDigest(key));
  if (!found || found.revokedAt) {
    throw unauthorized('This API key is not known, or was revoked.', 'invalid_token');
  }
  lastUse.note(found.id, clock());
  const { id, organizationId, organizationName, roles } = found;
  return { kind: 'api_key', id, organizationId, organizationName, roles };
}
