import {
  identityScopes,
  MAX_SCOPE_CHARACTERS,
  MAX_SCOPES,
  rolePattern,
} from '@app-platform/contracts';

/** A parameter of a query, or a field of a form. */
export type Parameter = { description: string; schema: object };

export type Parameters = Record<string, Parameter>;

const text = (description: string, more: object = {}): Parameter => ({
  description,
  schema: { type: 'string', minLength: 1, ...more },
});

const role = rolePattern.replace(/^\^|\$$/g, '');
const scope = `(?:offline_access|${identityScopes.join('|')}|${role})`;

export const clientId = text("The app's OAuth client id.", { examples: ['order_tracker'] });
const redirectUri = text("One of the app's `redirectUris`, exactly.", { maxLength: 2048 });
const resource = text(
  "What the access token is for (RFC 8707): the registry's address, which is the default, or its MCP server, `/mcp` there.",
  { format: 'uri' },
);

/** The client's credentials, unless it uses HTTP Basic. */
export const clientCredentials: Parameters = {
  client_id: clientId,
  client_secret: text("The app's client secret, if it has one."),
};

const maxAge = text('The user signs in again if the last sign-in was more seconds ago.', {
  pattern: '^[0-9]{1,9}$',
});

/** RFC 6749 section 4.1.1, RFC 7636, RFC 9449 section 10, RFC 9126. */
export const authorizationRequest: Parameters = {
  response_type: text('The type of the response.', { const: 'code' }),
  redirect_uri: redirectUri,
  scope: text(
    'Roles, `offline_access` for a refresh token, `openid` for an ID token, `profile` and `email`, separated by spaces.',
    {
      maxLength: MAX_SCOPE_CHARACTERS,
      pattern: `^${scope}(?: ${scope}){0,${MAX_SCOPES - 1}}$`,
      examples: ['org.permission.customer offline_access', 'openid profile email'],
    },
  ),
  nonce: text('Returned in the ID token.'),
  state: text('At most 4,096 bytes. Returned unchanged with the response.', { maxLength: 4_096 }),
  response_mode: text('Where the response is returned.', { const: 'query' }),
  code_challenge: text('For PKCE: required of an app without a secret.', {
    pattern: '^[A-Za-z0-9_-]{43}$',
  }),
  code_challenge_method: text('How the challenge is derived from the verifier.', { const: 'S256' }),
  prompt: text(
    '`login` and `consent` always show their page, `none` shows no page. `select_account` is the same as `login`.',
    { enum: ['login', 'select_account', 'consent', 'none'] },
  ),
  max_age: maxAge,
  id_token_hint: text('An ID token of the user who is expected.'),
  login_hint: text('The email address that the sign-in page shows.'),
  dpop_jkt: text('The thumbprint of the key that the tokens are bound to.', {
    pattern: '^[A-Za-z0-9_-]{43}$',
  }),
  resource,
};

export const pushedReference: Parameters = {
  request_uri: text('The reference that `/oauth/par` returned. Replaces all other parameters.', {
    pattern: '^urn:ietf:params:oauth:request_uri:',
  }),
};

/** RFC 8628 section 3.1. */
export const deviceRequest: Parameters = {
  client_id: text("The command line's client id.", { const: 'cli' }),
  scope: text('The roles that it needs, and `offline_access` for a refresh token.', {
    maxLength: MAX_SCOPE_CHARACTERS,
    pattern: `^${scope}(?: ${scope}){0,${MAX_SCOPES - 1}}$`,
    examples: ['org.admin.apps offline_access'],
  }),
  max_age: maxAge,
};

/** RFC 6749 sections 4.1.3 and 6. */
export const tokenRequest: Parameters = {
  grant_type: text('The type of the credential.', {
    enum: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  }),
  code: text('The authorization code.'),
  redirect_uri: redirectUri,
  code_verifier: text('For PKCE: the verifier of the challenge.', {
    pattern: '^[A-Za-z0-9._~-]{43,128}$',
  }),
  refresh_token: text('The refresh token.'),
  device_code: text('The device code, of the command line.'),
  scope: text('Fewer scopes than were granted.', {
    maxLength: MAX_SCOPE_CHARACTERS,
    pattern: `^${scope}(?: ${scope})*$`,
  }),
  resource,
};

/** RFC 7009 section 2.1, RFC 7662 section 2.1. */
export const tokenReference: Parameters = {
  token: text('An access or refresh token of the app.'),
  token_type_hint: text('The probable type of the token.', {
    enum: ['access_token', 'refresh_token'],
  }),
};

/** OpenID Connect RP-Initiated Logout, section 2. */
export const logoutRequest: Parameters = {
  id_token_hint: text(
    'An ID token of the session, which may have expired. Without one the user is asked.',
  ),
  client_id: clientId,
  post_logout_redirect_uri: text(
    'Where the user goes afterwards: on the site of a redirect URI of the app, which must be installed.',
    {
      format: 'uri',
    },
  ),
  state: text('Returned unchanged.'),
};
