import {
  bearerCredential,
  type Clock,
  credentialDigest,
  readCredential,
  unauthorized,
} from '@app-platform/service-kit';
import {
  type AccessTokenDependencies,
  type PresentedToken,
  verifyAccessToken,
} from './access-token.ts';
import type { CredentialMemory } from './credential-memory.ts';
import type { CredentialStore } from './credential-store.ts';
import type { LastUseRecorder } from './last-use.ts';
import type { Principal } from './principal.ts';

export type AuthenticationDependencies = {
  credentials: CredentialStore;
  memory: CredentialMemory;
  lastUse: LastUseRecorder;
  clock: Clock;
  /** Left out where there is no OAuth service: then no access token is valid. */
  accessTokens?: AccessTokenDependencies;
};

/** What of a request tells who is calling. */
export type PresentedRequest = Pick<PresentedToken, 'method' | 'path' | 'proof'> & {
  authorization: string | undefined;
};

/** Between the parts of a signed JWT (RFC 7515 section 3.1); no API key has one. */
const JWT_SEPARATOR = '.';

/** Turns an Authorization header into a principal, or refuses with a 401. */
export function authenticate(
  dependencies: AuthenticationDependencies,
  { authorization, method, path, proof }: PresentedRequest,
): Principal | Promise<Principal> {
  const { scheme, value: token } = readCredential(authorization);
  const { accessTokens } = dependencies;
  if (accessTokens && token.includes(JWT_SEPARATOR)) {
    return verifyAccessToken(accessTokens, { scheme, token, method, path, proof });
  }
  return authenticateKey(
    dependencies,
    scheme === 'Bearer' ? token : bearerCredential(authorization),
  );
}

function authenticateKey(
  dependencies: AuthenticationDependencies,
  apiKey: string,
): Principal | Promise<Principal> {
  const { memory, lastUse, clock } = dependencies;
  const key = memory.keyOf(apiKey);
  const known = memory.apiKeys.find(key);
  if (!known) return readKey(dependencies, apiKey, key);
  lastUse.note(known.id, clock());
  return known;
}

async function readKey(
  { credentials, memory, lastUse, clock }: AuthenticationDependencies,
  apiKey: string,
  key: string,
): Promise<Principal> {
  const digest = credentialDigest(apiKey);
  const found = await memory.apiKeys.share(key, () => credentials.findKey(digest));
  if (!found) throw unauthorized('This API key is not known, or was revoked.', 'invalid_token');
  lastUse.note(found.id, clock());
  return found;
}
