import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { TokenRequestCounts } from '../metrics/oauth-metrics.ts';
import { endpointPaths } from './endpoint-paths.ts';

/** What no status shows: the same tokens issued again, and a credential used twice. */
const noted = new WeakMap<object, 'retried' | 'reused'>();

/** Remembers of the current request what is counted when it ends. */
export function noteOutcome(outcome: 'retried' | 'reused'): void {
  const { ctx } = Provider;
  if (ctx) noted.set(ctx, outcome);
}

/** Counts what came of every token request. */
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
