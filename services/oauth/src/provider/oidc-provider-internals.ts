import { createHash } from 'node:crypto';
import Provider, {
  type AccessToken,
  type Client,
  type ClientMetadata,
  errors,
  type Grant,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import type { RefreshTokens } from '../storage/refresh-tokens.ts';
import { checkDeviceGrant, DEVICE_GRANT } from './device-flow.ts';
import { scopesOf } from './scopes.ts';

/** What the types of oidc-provider leave out. */
type ProviderModels = Pick<Provider, 'AccessToken'> & {
  IdToken: {
    prototype: {
      set(claim: string, value: unknown): void;
      issue(options: object): Promise<string>;
    };
  };
};

// What oidc-provider has no configuration for. This file alone overrides its models.

/**
 * Calls a step when the client is known, and authenticated where it must be, before the other
 * parameters are checked. oidc-provider has no hook there, so its first call of a method of the client is used:
 * actions/authorization/response_parameters.js, actions/authorization/client.js, and actions/token.js.
 */
export function afterAuthentication(
  { Client }: Provider,
  step: (context: KoaContextWithOIDC) => void,
): void {
  const { prototype } = Client;
  const { responseTypeAllowed, grantTypeAllowed } = prototype;
  prototype.responseTypeAllowed = function checkResponseType(type) {
    if (Provider.ctx) step(Provider.ctx);
    return responseTypeAllowed.call(this, type);
  };
  prototype.grantTypeAllowed = function checkGrantType(type) {
    const isAllowed = grantTypeAllowed.call(this, type);
    if (Provider.ctx) checkDeviceGrant(Provider.ctx, type, isAllowed);
    // Other endpoints call this later, and more than once.
    const { route } = Provider.ctx?.oidc ?? {};
    const isFirst =
      route === 'token' || (route === 'device_authorization' && type === DEVICE_GRANT);
    if (Provider.ctx && isFirst) step(Provider.ctx);
    return isAllowed;
  };
}

/**
 * Makes the check of a DPoP proof atomic: oidc-provider looks it up and then saves it. A proof from a
 * clock that is ahead is accepted for up to twice as long as oidc-provider remembers it.
 */
export function detectReplays(provider: Provider, ephemeral: EphemeralStore): void {
  const model = provider.ReplayDetection as unknown as {
    unique(issuer: string, id: string, expiresAt: number): Promise<boolean>;
  };
  model.unique = (issuer, id, expiresAt) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([issuer, id]))
      .digest('base64url');
    const toleranceSeconds = Math.max(1, expiresAt - Math.floor(Date.now() / 1000));
    return ephemeral.add(`ReplayDetection:${digest}`, '', 2 * toleranceSeconds + 1);
  };
}

/**
 * A refresh may name the scope of the first request, and gets the granted part of it. RFC 6749 section 6
 * only forbids issuing scopes that were never granted.
 */
export function acceptFirstScope({ Grant: model }: Provider): void {
  const find = model.find;
  model.find = async function findGrant(...given: Parameters<typeof find>) {
    const token = Provider.ctx?.oidc.entities.AccessToken;
    if (token && Provider.ctx?.oidc.route === 'userinfo') return grantOfToken(model, token);
    const grant = (await find.apply(this, given)) as Grant | undefined;
    const { route, params } = Provider.ctx?.oidc ?? {};
    if (grant && params && route === 'token' && typeof params.scope === 'string') {
      const refused = scopesOf(rejectedScope(grant));
      const rest = scopesOf(params.scope).filter((scope) => !refused.includes(scope));
      if (rest.length === 0)
        throw new errors.InvalidScope('none of the scopes was granted', params.scope);
      params.scope = rest.join(' ');
    }
    return grant;
  } as typeof find;
}

/** What a token of the user information endpoint was granted. Its reader has found that its grant is valid. */
function grantOfToken(
  model: Provider['Grant'],
  { accountId, clientId, scope }: AccessToken,
): Grant {
  const grant = new model({ accountId, clientId });
  grant.addOIDCScope(scope ?? '');
  return grant;
}

/** The claims of an access token that its user information depends on. */
type TokenClaims = {
  sub?: string;
  client_id?: string;
  scope?: string;
  jti?: string;
  exp?: number;
  cnf?: { jkt?: string };
};

/**
 * Finds the access token of a request for user information. oidc-provider stores no JWT, and takes one for
 * another audience.
 */
export function findAccessTokens(
  { AccessToken: model }: Provider,
  readActive: (token: string) => Promise<TokenClaims | undefined>,
): void {
  model.find = (async (value: string) => {
    const claims = await readActive(value);
    if (!claims) return undefined;
    const { sub, client_id: clientId, scope, jti, exp, cnf } = claims;
    // The id of the grant is not in the token. `grantOfToken` needs none.
    const found = { accountId: sub, clientId, scope, jti, exp, jkt: cnf?.jkt, grantId: jti };
    return Object.assign(new model({} as never), found);
  }) as typeof model.find;
}

/** Adds the hash of the access token to ID tokens (OpenID Connect Core section 3.1.3.6). */
export function hashAccessTokens({ AccessToken, IdToken }: ProviderModels): void {
  const issued = new WeakMap<object, string>();
  const { save } = AccessToken.prototype;
  AccessToken.prototype.save = async function saveToken(...given) {
    const value = await save.apply(this, given);
    issued.set(this, value);
    return value;
  };
  const { issue } = IdToken.prototype;
  IdToken.prototype.issue = function issueToken(...given) {
    const token = Provider.ctx?.oidc.entities.AccessToken;
    // `issue` replaces it by its hash.
    if (token) this.set('at_hash', issued.get(token));
    return issue.apply(this, given);
  };
}

/** A grant is for one resource. */
function rejectedScope(grant: Grant): string {
  const [resource] = Object.keys((grant as { resources?: object }).resources ?? {});
  return resource === undefined ? '' : grant.getRejectedResourceScope(resource);
}

/** Makes refresh tokens by `RefreshTokens`. */
export function makeRefreshTokens(provider: Provider, refreshTokens: RefreshTokens): void {
  const prototype = provider.RefreshToken.prototype as unknown as {
    generateTokenId(this: { grantId?: string }): string;
  };
  prototype.generateTokenId = function refreshToken() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!rotated) return refreshTokens.first(this.grantId ?? '');
    return refreshTokens.successorOf({ id: rotated.jti, grantId: rotated.grantId ?? '' });
  };
}

/** Stores further properties of grants or browser sessions. */
export function storeProperties(model: object, names: readonly string[]): void {
  const properties = Reflect.get(model, 'IN_PAYLOAD') as string[];
  Object.defineProperty(model, 'IN_PAYLOAD', { value: [...properties, ...names] });
}

/** Makes `isValid` check the secrets of clients. */
export function checkSecretsBy(
  { Client: model }: Provider,
  isValid: (clientId: string, secret: string) => Promise<boolean>,
): void {
  model.prototype.compareClientSecret = function compareSecret(secret: string) {
    return isValid(this.clientId, secret);
  };
}

/** Whether redirect URIs include one: an exact match, except for the port of a loopback address. */
export function allowsRedirectUri(
  provider: Provider,
  metadata: ClientMetadata,
  redirectUri: unknown,
): boolean {
  const ClientModel = provider.Client as unknown as new (metadata: object) => Client;
  return new ClientModel(metadata).redirectUriAllowed(String(redirectUri));
}
