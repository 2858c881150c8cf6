import type { ServerResponse } from 'node:http';
import { contextOf } from '@app-platform/http-api';
import type { Response } from 'express';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { RevocationCause } from '../grants/grant-revoker.ts';
import { noteOutcome } from './token-outcomes.ts';

/** Why the current request revokes a grant. */
export function revocationCause(): RevocationCause {
  const context = Provider.ctx;
  if (!context?.oidc.client) throw new Error('a grant ended outside a request of a client');
  const { client, params, route } = context.oidc;
  const reused = params?.grant_type === 'refresh_token' ? 'refresh_token_reused' : 'code_reused';
  if (route === 'token') noteOutcome('reused');
  return {
    reason: route === 'revocation' ? 'revoked_by_client' : reused,
    clientId: client.clientId,
    context: requestContextOf(context),
  };
}

/** The Express request context of a request that oidc-provider answers. */
export function requestContextOf({ res }: KoaContextWithOIDC) {
  return contextOf(res as ServerResponse as Response);
}
