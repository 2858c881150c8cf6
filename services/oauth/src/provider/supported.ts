import type { KoaContextWithOIDC } from 'oidc-provider';
import { OFFLINE_ACCESS } from './scopes.ts';

/** The members of oidc-provider's metadata that also hold here. */
const MEMBERS = [
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
 * The authorization server's metadata (RFC 8414 section 2), without the OpenID Connect members that
 * oidc-provider adds and this service does not support.
 */
export async function limitMetadata(
  context: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  await next();
  if (context.oidc?.route !== 'discovery') return;
  context.set('Access-Control-Allow-Origin', '*');
  const metadata = context.body as Record<string, unknown>;
  context.body = {
    ...Object.fromEntries(MEMBERS.map((name) => [name, metadata[name]])),
    response_modes_supported: ['query'],
    scopes_supported: [OFFLINE_ACCESS],
  };
}
