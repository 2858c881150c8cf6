import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { TokenRequestCounts } from '../metrics/oauth-metrics.ts';
import { endpointPaths } from './endpoint-paths.ts';

/** Outcomes that the status does not show: a retry within the grace, and a reuse. */
const noted = new WeakMap<object, 'retried' | 'reused'>();

/** Marks the current request, which is counted when it ends. */
export function noteOutcome(outcome: 'retried' | 'reused'): void {
  const { ctx } = Provider;
  if (ctx) noted.set(ctx, outcome);
}

/** Counts token requests by outcome. */
export function countTokenRequests(counts: TokenRequestCounts) {
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (context.path !== endpointPaths.token) return next();
    try {
      await next();
    } catch (error) {
      counts.count(grantOf(context), 'failed');
      throw error;
    }
    counts.count(grantOf(context), outcomeOf(context));
  };
}

function grantOf({ oidc }: KoaContextWithOIDC) {
  const asked = oidc?.params?.grant_type;
  return asked === 'refresh_token' || asked === 'authorization_code' ? asked : 'other';
}

function outcomeOf(context: KoaContextWithOIDC) {
  const { status } = context;
  if (status >= 500) return 'failed';
  if (status >= 400) return noted.get(context) === 'reused' ? 'reused' : 'refused';
  return noted.get(context) === 'retried' ? 'retried' : 'issued';
}
