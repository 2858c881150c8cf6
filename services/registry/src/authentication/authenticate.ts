import {
  type CheckedCaller,
  CredentialCheckRequest,
  CredentialCheckResponse,
  mcpResource,
} from '@app-platform/contracts';
import {
  AppError,
  bearerCredential,
  credentialDigest,
  defineInternalRoute,
  readCredential,
  unauthorized,
} from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Static } from '@sinclair/typebox';
import {
  type AccessTokenDependencies,
  type PresentedToken,
  verifyAccessToken,
} from './access-token.ts';
import { type CredentialCache, dependent } from './credential-cache.ts';
import type { CredentialStore, KeyHolder } from './credential-store.ts';
import type { LastUseRecorder } from './last-use.ts';
import { serviceAccess } from './operator.ts';
import type { Principal } from './principal.ts';
import { OrganizationSuspended, refuseSuspended } from './suspension.ts';

export type AuthenticationDependencies = {
  credentials: CredentialStore;
  cache: CredentialCache;
  lastUse: LastUseRecorder;
  clock: Clock;
  /** Left out where there is no OAuth service: then no access token is valid. */
  accessTokens?: AccessTokenDependencies;
};

/** The parts of a request that identify its caller. */
export type PresentedRequest = Pick<PresentedToken, 'method' | 'path' | 'proof'> & {
  authorization: string | undefined;
};

/** Between the parts of a signed JWT (RFC 7515 section 3.1); no API key has one. */
const JWT_SEPARATOR = '.';

/**
 * Turns an Authorization header into a principal, or refuses with a 401.
 * @throws OrganizationSuspended (403) for a valid credential of a suspended organization
 */
export function authenticate(
  dependencies: AuthenticationDependencies,
  { authorization, method, path, proof }: PresentedRequest,
): Principal | Promise<Principal> {
  const { scheme, value: token } = readCredential(authorization);
  const { accessTokens } = dependencies;
  if (accessTokens && token.includes(JWT_SEPARATOR)) {
    const resource = accessTokens.audience;
    return verifyAccessToken(accessTokens, { scheme, token, method, path, proof, resource });
  }
  return authenticateKey(
    dependencies,
    scheme === 'Bearer' ? token : bearerCredential(authorization),
  );
}

/**
 * Turns an access token for the MCP server into a principal. No other credential is accepted.
 * @throws AppError 401, or 503 where the token cannot be checked yet
 */
export function authenticateAssistant(
  accessTokens: AccessTokenDependencies,
  { authorization, ...request }: PresentedRequest,
): Principal | Promise<Principal> {
  const { scheme, value: token } = readCredential(authorization);
  const resource = mcpResource(accessTokens.audience);
  if (token.includes(JWT_SEPARATOR)) {
    return verifyAccessToken(accessTokens, { ...request, scheme, token, resource });
  }
  throw unauthorized(`Only an access token for ${resource} is accepted here.`, 'invalid_token');
}

function authenticateKey(
  dependencies: AuthenticationDependencies,
  apiKey: string,
): Principal | Promise<Principal> {
  const { cache, credentials } = dependencies;
  const key = cache.keyOf(apiKey);
  const cached = cache.apiKeys.get(key);
  if (cached) return admit(dependencies, cached);
  const digest = credentialDigest(apiKey);
  return cache.apiKeys
    .read(key, async () => dependent.apiKey(await credentials.findKey(digest)))
    .then((holder) => admit(dependencies, holder));
}

function admit(
  { lastUse, clock }: AuthenticationDependencies,
  holder: KeyHolder | undefined,
): Principal {
  if (!holder) throw unauthorized('This API key is not known, or was revoked.', 'invalid_token');
  refuseSuspended(holder);
  lastUse.note(holder.id, clock());
  const { suspendedReason: _none, ...held } = holder;
  return { kind: 'api_key', ...held };
}

/** Whom a credential identifies, for the OAuth service's API. */
export function credentialCheckRoute(authentication: AuthenticationDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/credential-checks',
    operationId: 'checkCredential',
    summary: 'Whom an API key or access token identifies',
    access: serviceAccess,
    changesNothing: true,
    body: CredentialCheckRequest,
    responses: {
      200: {
        description: 'The caller, or null for an invalid credential.',
        schema: CredentialCheckResponse,
      },
    },
    handle: async ({ body }) => {
      return { status: 200, body: await checkCredential(authentication, body.credential) };
    },
  });
}

/**
 * Authenticates a bearer credential as the public API does, so that revocations and installations
 * count. A token that is bound to a key is not valid here: its proof is of another request.
 * @throws AppError 503 where access tokens cannot be checked right now
 */
async function checkCredential(
  authentication: AuthenticationDependencies,
  credential: string,
): Promise<Static<typeof CredentialCheckResponse>> {
  const authorization = `Bearer ${credential}`;
  try {
    const request = { authorization, method: 'POST', path: '/', proof: '' };
    const caller = checkedCaller(await authenticate(authentication, request));
    return { caller, suspendedReason: null };
  } catch (error) {
    if (error instanceof OrganizationSuspended) {
      return { caller: null, suspendedReason: error.reason };
    }
    if (error instanceof AppError && error.status === 401) {
      return { caller: null, suspendedReason: null };
    }
    throw error;
  }
}

function checkedCaller(principal: Principal): CheckedCaller {
  const { kind, id, userId = id, organizationId, roles, clientId, authenticatedAt } = principal;
  return {
    kind,
    id: userId,
    organizationId,
    roles: [...roles],
    clientId: clientId ?? null,
    authenticatedAt: authenticatedAt?.toISOString() ?? null,
  };
}
