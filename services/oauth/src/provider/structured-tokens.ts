import type { AccessTokenClaims } from '@app-platform/contracts';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { KeyRing } from '../keys/key-ring.ts';
import { SIGNING_ALGORITHM } from '../keys/signing-key-store.ts';
import type { ClientAdapter } from './client-adapter.ts';
import type { ProviderTransactions } from './provider-transactions.ts';
import { OFFLINE_ACCESS, scopesOf } from './scopes.ts';
import { requestContextOf } from './token-outcomes.ts';

type Claims = JWTPayload &
  Partial<AccessTokenClaims> & { client_id?: string; scope?: string; cnf?: { jkt?: string } };

export type StructuredTokenOptions = {
  issuer: string;
  keyRing: KeyRing;
  transactions: Pick<ProviderTransactions, 'begin' | 'stores'>;
  clients: ClientAdapter;
};

/**
 * Revocation and introspection of access tokens (RFC 7009, RFC 7662). oidc-provider authenticates the
 * client, and then refuses JWTs, because it does not store them.
 */
export function structuredTokens(options: StructuredTokenOptions) {
  const { issuer, keyRing, transactions, clients } = options;
  const keys = createLocalJWKSet({ keys: keyRing.published });
  const read = async (token: unknown): Promise<Claims | undefined> => {
    try {
      const expected = { issuer, algorithms: [SIGNING_ALGORITHM], typ: 'at+jwt' };
      return (await jwtVerify<Claims>(String(token), keys, expected)).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };
  const introspect = async (own: Claims | undefined) => {
    const { revocations } = transactions.stores;
    if (!own) return { active: false };
    const { jti: id = '', gid: grantId = '', client_id: clientId = '', org = '', ins } = own;
    const { sub: userId = '', rver: version = 0, gat = 0 } = own;
    const grant = { grantId, organizationId: org, userId, clientId, grantedAt: new Date(gat) };
    if (await revocations.includes({ id, ...grant })) return { active: false };
    const revision = { accountId: userId, version };
    if (await revocations.hasLost(revision, rolesOf(own.scope))) return { active: false };
    if (!(await clients.isInstallation(clientId, org, ins))) return { active: false };
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
    const claims = await read(context.oidc.params?.token);
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
  return scopesOf(scope).filter((one) => one !== OFFLINE_ACCESS);
}
