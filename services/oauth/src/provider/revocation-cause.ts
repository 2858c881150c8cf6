import type { ServerResponse } from 'node:http';
import { contextOf } from '@app-platform/service-kit';
import type { Response } from 'express';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { RevocationCause } from '../grants/grant-revoker.ts';
import { noteOutcome } from './token-outcomes.ts';

/** Why a grant ends in the current request. */
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

/** What Express knows of a request that oidc-provider answers. */
export function requestContextOf({ res }: KoaContextWithOIDC) {
  return contextOf(res as ServerResponse as Response);
}
