import type { AccessTokenClaims } from '@app-platform/contracts';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { KeyRing } from '../keys/key-ring.ts';
import { SIGNING_ALGORITHM } from '../keys/signing-key-store.ts';
import type { ClientAdapter } from './client-adapter.ts';
import type { ProviderTransactions } from './provider-transactions.ts';
import { otherScopes, scopesOf } from './scopes.ts';
import { requestContextOf } from './token-outcomes.ts';

export type Claims = JWTPayload &
  Partial<AccessTokenClaims> & { client_id?: string; scope?: string; cnf?: { jkt?: string } };

export type StructuredTokenOptions = {
  issuer: string;
  keyRing: KeyRing;
  transactions: Pick<ProviderTransactions, 'begin' | 'stores'>;
  clients: ClientAdapter;
};

/** Reads access tokens, which oidc-provider does not store. */
export class StructuredTokens {
  readonly #options: StructuredTokenOptions;
  readonly #keys: ReturnType<typeof createLocalJWKSet>;

  constructor(options: StructuredTokenOptions) {
    this.#options = options;
    this.#keys = createLocalJWKSet({ keys: options.keyRing.published });
  }

  /** @returns undefined for anything but an access token of this service that has not expired */
  async read(token: unknown): Promise<Claims | undefined> {
    try {
      const { issuer } = this.#options;
      const expected = { issuer, algorithms: [SIGNING_ALGORITHM], typ: 'at+jwt' };
      return (await jwtVerify<Claims>(String(token), this.#keys, expected)).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** @returns undefined likewise, and for a token that is not active */
  async readActive(token: unknown): Promise<Claims | undefined> {
    const claims = await this.read(token);
    return claims && (await this.isActive(claims)) ? claims : undefined;
  }

  /** Whether neither the token nor its grant was revoked, and its app is still installed. */
  async isActive(claims: Claims): Promise<boolean> {
    const { clients, transactions } = this.#options;
    const { revocations } = transactions.stores;
    const { jti: id = '', gid: grantId = '', client_id: clientId = '', org = '', ins } = claims;
    const { sub: userId = '', rver: version = 0, gat = 0 } = claims;
    const grant = { grantId, organizationId: org, userId, clientId, grantedAt: new Date(gat) };
    if (await revocations.includes({ id, ...grant })) return false;
    const revision = { accountId: userId, version };
    if (await revocations.hasLost(revision, rolesOf(claims.scope))) return false;
    return clients.isInstallation(clientId, org, ins);
  }
}

/**
 * Revocation and introspection of access tokens (RFC 7009, RFC 7662). oidc-provider authenticates the
 * client, and then refuses JWTs, because it does not store them.
 */
export function structuredTokens(
  tokens: StructuredTokens,
  { transactions }: StructuredTokenOptions,
) {
  const introspect = async (own: Claims | undefined) => {
    if (!own || !(await tokens.isActive(own))) return { active: false };
    // RFC 9449 section 6.2.
    return { ...own, active: true, token_type: own.cnf?.jkt ? 'DPoP' : 'bearer' };
  };
  const revoke = async (context: KoaContextWithOIDC, own: Claims | undefined) => {
    if (!own?.jti) return;
    await transactions.begin();
    const { revocations, audit } = transactions.stores;
    await revocations.addToken(own.jti);
    await audit.record({
      actor: { kind: 'client', id: own.client_id ?? '' },
      action: 'access_token.revoked',
      subject: own.jti,
      organizationId: own.org ?? null,
      context: requestContextOf(context),
      detail: { accountId: own.sub },
    });
  };
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const body = context.body as { error?: string } | undefined;
    if (body?.error !== 'unsupported_token_type' || !context.oidc.client) return;
    const claims = await tokens.read(context.oidc.params?.token);
    // Another client's token is neither described nor revoked (RFC 7009 section 2.1).
    const own = claims?.client_id === context.oidc.client.clientId ? claims : undefined;
    context.status = 200;
    if (context.oidc.route === 'introspection') {
      context.body = await introspect(own);
      return;
    }
    await revoke(context, own);
    context.body = '';
  };
}

function rolesOf(scope: unknown): string[] {
  return scopesOf(scope).filter((one) => !otherScopes.includes(one));
}
