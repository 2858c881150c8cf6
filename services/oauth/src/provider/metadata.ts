import { mcpResource, roles } from '@app-platform/contracts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { LOGOUT_PATH } from '../endpoints/endpoint-paths.ts';
import { claimsOfScopes } from './identity-claims.ts';
import { otherScopes } from './scopes.ts';

/** The members of oidc-provider's metadata that also hold here. */
const MEMBERS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'token_endpoint_auth_methods_supported',
  'revocation_endpoint',
  'introspection_endpoint',
  'pushed_authorization_request_endpoint',
  'userinfo_endpoint',
  'device_authorization_endpoint',
  'jwks_uri',
  'response_types_supported',
  'grant_types_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
  'code_challenge_methods_supported',
  'dpop_signing_alg_values_supported',
  'authorization_response_iss_parameter_supported',
  'claims_parameter_supported',
  'request_uri_parameter_supported',
];

/** Of ID tokens, those about the user among them. */
const claims = [
  ...['iss', 'aud', 'exp', 'iat', 'nonce', 'at_hash'],
  ...Object.values(claimsOfScopes).flat(),
];

type MetadataOptions = { issuer: string; audience: string; hasMcp?: boolean };

/**
 * The metadata of the authorization server (RFC 8414 section 2) and of the OpenID provider (OpenID Connect
 * Discovery section 3): one document at two addresses, without what this service does not support.
 */
export function metadata({ issuer, audience, hasMcp = true }: MetadataOptions) {
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    if (context.oidc?.route !== 'discovery') return;
    context.set('Access-Control-Allow-Origin', '*');
    const found = context.body as Record<string, unknown>;
    context.body = {
      ...Object.fromEntries(MEMBERS.map((name) => [name, found[name]])),
      end_session_endpoint: issuer + LOGOUT_PATH,
      claims_supported: claims,
      response_modes_supported: ['query'],
      request_parameter_supported: false,
      // Every role is a scope. These are the ones that this platform itself checks.
      scopes_supported: [...otherScopes, ...Object.values(roles).sort()],
      // RFC 9728 section 4.
      protected_resources: [audience, ...(hasMcp ? [mcpResource(audience)] : [])],
    };
  };
}
