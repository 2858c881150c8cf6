import type { KoaContextWithOIDC } from 'oidc-provider';
import { isResumption } from './endpoint-paths.ts';

/**
 * Drops the query of the path that resumes an authorization, whose parameters are stored. Without a
 * stored request oidc-provider would send an error to the `redirect_uri` of the query, in its
 * `response_mode`.
 */
export async function dropParameters(
  context: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  if (isResumption(context.path)) context.query = {};
  await next();
}
