import { timingSafeEqual } from 'node:crypto';
import { routesFor } from '../routes/route.ts';
import { bearerCredential, unauthorized } from './bearer.ts';
import { credentialDigest } from './credential-digest.ts';

/** A caller of the internal API: another service of the platform, or its operator. */
export type InternalCaller = { kind: 'service' | 'operator' };

/** Declares a route of the internal API. */
export const defineInternalRoute = routesFor<InternalCaller>();

/** The credentials of the internal API. The second of each kind is accepted during a rotation. */
export type InternalTokens = {
  serviceToken: string;
  secondServiceToken?: string | undefined;
  operatorToken: string;
  secondOperatorToken?: string | undefined;
};

/** The role of each caller. */
export const internalRoles = {
  service: 'org.internal.service',
  operator: 'org.internal.operator',
} as const;

/** Compares digests in constant time, which leaks neither length nor content of a token. */
export function internalAuthentication(tokens: InternalTokens) {
  const accepted = [
    ...known('service', [tokens.serviceToken, tokens.secondServiceToken]),
    ...known('operator', [tokens.operatorToken, tokens.secondOperatorToken]),
  ];
  return (authorization: string | undefined): InternalCaller => {
    const digest = credentialDigest(bearerCredential(authorization));
    const found = accepted.filter((one) => timingSafeEqual(one.digest, digest))[0];
    if (!found) throw unauthorized('The internal token is not valid.', 'invalid_token');
    return found.caller;
  };
}

function known(kind: InternalCaller['kind'], tokens: (string | undefined)[]) {
  return tokens
    .filter((token) => token !== undefined)
    .map((token) => ({ caller: { kind }, digest: credentialDigest(token) }));
}
