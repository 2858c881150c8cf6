import type { ServerResponse } from 'node:http';
import { contextOf } from '@app-platform/http-api';
import type { Response } from 'express';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import type { RevocationCause } from '../grants/revoke-access.ts';
import type { TokenRequestCounts } from '../metrics/oauth-metrics.ts';
import { countTokens, type TokenCounts } from '../usage/count-tokens.ts';
import { DEVICE_GRANT } from './device-flow.ts';
import { accountOf } from './provider-account.ts';

/** Outcomes that the status does not show: a retry within the grace, and a reuse. */
const noted = new WeakMap<object, 'retried' | 'reused'>();

/** Marks the current request, which is counted when it ends. */
export function noteOutcome(outcome: 'retried' | 'reused'): void {
  const { ctx } = Provider;
  if (ctx) noted.set(ctx, outcome);
}

/** Counts token requests by outcome. */
export function countTokenRequests(counts: TokenRequestCounts, tokenCounts: TokenCounts) {
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (context.path !== endpointPaths.token) return next();
    try {
      await next();
    } catch (error) {
      counts.count(grantOf(context), 'failed');
      throw error;
    }
    const outcome = outcomeOf(context);
    counts.count(grantOf(context), outcome);
    countUsage(tokenCounts, context, outcome);
  };
}

/** Of a request that succeeds: the user, and with it the organization, of another one may be unknown. */
function countUsage(
  counts: TokenCounts,
  context: KoaContextWithOIDC,
  outcome: ReturnType<typeof outcomeOf>,
): void {
  const organizationId = accountOf(context.oidc?.account)?.organizationId;
  if (!organizationId || (outcome !== 'issued' && outcome !== 'retried')) return;
  counts.usage.count(organizationId, 'requests');
  const grant = grantOf(context);
  if (outcome === 'retried' || grant === 'other') return;
  const { refresh_token: refreshToken } = context.body as { refresh_token?: string };
  const hasRefreshToken = refreshToken !== undefined;
  const clientId = context.oidc.client?.clientId ?? '';
  countTokens(counts, { organizationId, clientId, grant, hasRefreshToken });
}

function grantOf({ oidc }: KoaContextWithOIDC) {
  const asked = oidc?.params?.grant_type;
  if (asked === DEVICE_GRANT) return 'device_code';
  return asked === 'refresh_token' || asked === 'authorization_code' ? asked : 'other';
}

function outcomeOf(context: KoaContextWithOIDC) {
  const { status } = context;
  if (status >= 500) return 'failed';
  if (isPending(context)) return 'pending';
  if (status >= 400) return noted.get(context) === 'reused' ? 'reused' : 'refused';
  return noted.get(context) === 'retried' ? 'retried' : 'issued';
}

/** Whether a device waits for its user. */
function isPending({ body }: KoaContextWithOIDC): boolean {
  const { error } = (body ?? {}) as { error?: string };
  return error === 'authorization_pending' || error === 'slow_down';
}

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
