import type { KoaContextWithOIDC } from 'oidc-provider';
import { OFFLINE_ACCESS } from './scopes.ts';

/** What oidc-provider tells of itself that is so here, too. */
const AS_IT_SAYS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'token_endpoint_auth_methods_supported',
  'revocation_endpoint',
  'introspection_endpoint',
  'pushed_authorization_request_endpoint',
  'jwks_uri',
  'response_types_supported',
  'grant_types_supported',
  'code_challenge_methods_supported',
  'dpop_signing_alg_values_supported',
  'authorization_response_iss_parameter_supported',
];

/**
 * The metadata (RFC 8414 section 2). oidc-provider adds what is asked of an OpenID provider, and what
 * would be refused here: of its members there are those that are known to be true.
 */
export async function tellWhatIsSupported(
  context: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  await next();
  if (context.oidc?.route !== 'discovery') return;
  const told = context.body as Record<string, unknown>;
  context.body = {
    ...Object.fromEntries(AS_IT_SAYS.map((name) => [name, told[name]])),
    response_modes_supported: ['query'],
    scopes_supported: [OFFLINE_ACCESS],
  };
}
