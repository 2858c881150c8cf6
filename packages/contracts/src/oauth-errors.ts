import type { ProblemKind } from './problem-kinds.ts';

/** The errors of the OAuth endpoints (RFC 6749 sections 4.1.2.1 and 5.2, RFC 9449, RFC 6750). */
export const oauthErrors: Readonly<Record<string, ProblemKind>> = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    cause: 'A parameter is missing, repeated or malformed, or the redirect URI is not registered.',
    remedy:
      'Compare the request with the API reference. `POST /v1/apps/doctor` explains a refused authorization request.',
  },
  invalid_client: {
    status: 400,
    title: 'The client is unknown or not authenticated',
    cause:
      "The client id is unknown, the app is not installed in the user's organization, or the secret is wrong (401 with HTTP Basic).",
    remedy: 'Install the app, or generate a new secret and use that one.',
  },
  invalid_grant: {
    status: 400,
    title: 'The code or the refresh token is not valid',
    cause:
      'The code was used or has expired, its redirect URI differs, or the refresh token was used, revoked or belongs to another app.',
    remedy: 'Start a new authorization. Store the new refresh token after every refresh.',
  },
  unauthorized_client: {
    status: 400,
    title: 'The client may not use this grant',
    cause: 'The client is not registered for the grant type or the response type.',
    remedy: 'Use the authorization code flow.',
  },
  unsupported_grant_type: {
    status: 400,
    title: 'The grant type is not supported',
    cause: '`grant_type` is neither `authorization_code` nor `refresh_token`.',
    remedy: 'Use one of those.',
  },
  unsupported_response_type: {
    status: 400,
    title: 'The response type is not supported',
    cause: '`response_type` is not `code`.',
    remedy: 'Use `response_type=code`.',
  },
  invalid_scope: {
    status: 400,
    title: 'A scope is not valid',
    cause: 'A scope is no role, or the user, the app or the installation does not have the role.',
    remedy: 'Ask for roles of the definition that the installation allows.',
  },
  access_denied: {
    status: 400,
    title: 'The user refused',
    cause: 'The user chose not to allow the app, or an administrator has to approve first.',
    remedy: 'Explain why the app needs the roles, and let the user start again.',
  },
  login_required: {
    status: 400,
    title: 'The user is not signed in',
    cause: '`prompt=none` was sent and the user has no session, or signed in too long ago.',
    remedy: 'Start the authorization without `prompt=none`.',
  },
  consent_required: {
    status: 400,
    title: 'The user has not consented',
    cause: '`prompt=none` was sent and a scope has not been granted.',
    remedy: 'Start the authorization without `prompt=none`.',
  },
  interaction_required: {
    status: 400,
    title: 'The user has to decide on a page',
    cause:
      '`prompt=none` was sent by a program on the computer of the user, which always shows a page.',
    remedy: 'Start the authorization without `prompt=none`.',
  },
  invalid_target: {
    status: 400,
    title: 'The resource is unknown',
    cause: '`resource` is not the address of the registry (RFC 8707).',
    remedy: "Send the registry's address, or leave the parameter out.",
  },
  invalid_dpop_proof: {
    status: 400,
    title: 'The proof of possession is not valid',
    cause: 'The header `DPoP` has a wrong method, address, key or time, or came before (RFC 9449).',
    remedy: 'Make a new proof for each request.',
  },
  server_error: {
    status: 500,
    title: 'The service has a fault',
    cause: 'An unexpected error happened.',
    remedy: 'Try again later.',
  },
};
