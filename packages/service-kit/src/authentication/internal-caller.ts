import { timingSafeEqual } from 'node:crypto';
import { bearerCredential, unauthorized } from './bearer.ts';
import { credentialDigest } from './credential-digest.ts';

/** Who may call the internal API: another service of the platform, or its operator. */
export type InternalCaller = { kind: 'service' | 'operator' };

export type InternalTokens = { serviceToken: string; operatorToken: string };

/** What each caller may do, in the form of roles. */
export const internalRoles = {
  service: 'org.internal.service',
  operator: 'org.internal.operator',
} as const;

/** Compares digests in constant time, so that neither length nor content of a token leaks. */
export function internalAuthentication(tokens: InternalTokens) {
  const known = [
    { caller: { kind: 'service' } as const, digest: credentialDigest(tokens.serviceToken) },
    { caller: { kind: 'operator' } as const, digest: credentialDigest(tokens.operatorToken) },
  ];
  return (authorization: string | undefined): InternalCaller => {
    const digest = credentialDigest(bearerCredential(authorization));
    const found = known.filter((one) => timingSafeEqual(one.digest, digest))[0];
    if (!found) throw unauthorized('The internal token is not valid.', 'invalid_token');
    return found.caller;
  };
}
