const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });
const uri = (description: string) => text(description, { format: 'uri' });
const seconds = (description: string) => ({ type: 'integer', minimum: 1, description });
const time = (description: string) => ({
  type: 'integer',
  minimum: 0,
  description: `${description} In seconds since 1970.`,
});
const texts = (description: string) => ({
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  description,
});

/** The members of a private key (RFC 7517, RFC 7518 section 6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'];

const metadata = {
  issuer: uri('The issuer of all tokens.'),
  authorization_endpoint: uri('Where the code flow starts.'),
  token_endpoint: uri('Where codes and refresh tokens are exchanged.'),
  revocation_endpoint: uri('RFC 7009.'),
  introspection_endpoint: uri('RFC 7662.'),
  userinfo_endpoint: uri('Who the user of an access token is.'),
  end_session_endpoint: uri('Where an app signs the user out.'),
  pushed_authorization_request_endpoint: uri('RFC 9126.'),
  device_authorization_endpoint: uri('RFC 8628. Missing where there is no command line.'),
  jwks_uri: uri('The keys that verify access tokens and ID tokens.'),
  subject_types_supported: texts('`public`.'),
  id_token_signing_alg_values_supported: texts('`ES256`.'),
  claims_supported: texts('The claims about a user.'),
  protected_resources: texts("The registry's API, and its MCP server (RFC 9728)."),
  response_types_supported: texts('`code`.'),
  response_modes_supported: texts('`query`.'),
  grant_types_supported: texts('The grant types of the token endpoint.'),
  scopes_supported: texts(
    'The scopes that are no roles, and the roles that the platform itself checks. Every role is a scope.',
  ),
  code_challenge_methods_supported: texts('`S256`.'),
  token_endpoint_auth_methods_supported: texts('How a client authenticates.'),
  dpop_signing_alg_values_supported: texts('RFC 9449.'),
  authorization_response_iss_parameter_supported: { const: true },
  claims_parameter_supported: { const: false },
  request_parameter_supported: { const: false },
  request_uri_parameter_supported: { const: false },
};

const activeToken = {
  type: 'object',
  required: ['active', 'client_id', 'scope', 'sub', 'iss'],
  properties: {
    active: { type: 'boolean', const: true, description: 'It is a valid token of the client.' },
    client_id: text('The app that it was issued to.'),
    scope: text('The granted scopes.'),
    token_type: { enum: ['bearer', 'DPoP'], description: 'Of access tokens.' },
    iss: uri('The issuer.'),
    sub: text('The account.'),
    aud: text('The audience.'),
    iat: time('Time of issue.'),
    exp: time('Time of expiry.'),
    jti: text('The id of the token.'),
    org: text('The organization of the account.'),
    gid: text('The grant.'),
    gat: { type: 'integer', description: 'When the grant was created, in milliseconds.' },
    ins: { type: 'integer', description: 'The installation.' },
    rver: { type: 'integer', description: "The version of the user's roles." },
    cnf: {
      type: 'object',
      description: 'The key that it is bound to.',
      additionalProperties: true,
    },
  },
  additionalProperties: false,
};

const inactiveToken = {
  type: 'object',
  required: ['active'],
  properties: {
    active: {
      type: 'boolean',
      const: false,
      description: 'It is not a valid token of the client.',
    },
  },
  additionalProperties: false,
};

/** The response bodies of the OAuth endpoints, by the names that operations use. */
export const protocolSchemas: Record<string, object> = {
  Error: {
    type: 'object',
    description: 'RFC 6749 section 5.2.',
    required: ['error'],
    properties: {
      error: text('Stable and machine-readable.', { pattern: '^[a-z_]+$' }),
      error_description: text('The reason, for the developer of the app.'),
      scope: text('The invalid scopes.'),
      state: text('The `state` of the request.'),
    },
    additionalProperties: false,
  },
  Token: {
    type: 'object',
    description: 'RFC 6749 section 5.1.',
    required: ['access_token', 'token_type', 'expires_in', 'scope'],
    properties: {
      access_token: text('A JWT (RFC 9068) for the `resource`.'),
      token_type: {
        enum: ['bearer', 'DPoP'],
        description: '`DPoP` for a token that is bound to a key.',
      },
      expires_in: seconds('How long the access token is valid, in seconds.'),
      id_token: text('A JWT that says who has signed in. Only if `openid` was granted.'),
      refresh_token: text('Valid for one refresh. Only if `offline_access` was granted.'),
      scope: text('All granted scopes.'),
    },
    additionalProperties: false,
  },
  Introspection: {
    description: 'RFC 7662 section 2.2. An inactive token has no other member.',
    oneOf: [activeToken, inactiveToken],
  },
  UserInformation: {
    type: 'object',
    description: 'OpenID Connect Core section 5.3.2, as the scopes of the access token allow.',
    required: ['sub'],
    properties: {
      sub: text('The user of the organization. Never used again.'),
      org: text('The organization of the user.'),
      org_name: text('Its name, with `profile`.'),
      name: text('The name of the user, with `profile`. Left out where none was given.'),
      email: text('The email address, with `email`.'),
      email_verified: {
        const: false,
        description: 'An administrator gave the address. Nobody has verified it here.',
      },
    },
    additionalProperties: false,
  },
  PushedRequest: {
    type: 'object',
    description: 'RFC 9126 section 2.2.',
    required: ['request_uri', 'expires_in'],
    properties: {
      request_uri: text('The reference to send to the authorization endpoint.', {
        pattern: '^urn:ietf:params:oauth:request_uri:',
      }),
      expires_in: seconds('How long the reference is valid, in seconds.'),
    },
    additionalProperties: false,
  },
  DeviceCode: {
    type: 'object',
    description: 'RFC 8628 section 3.2.',
    required: [
      ...['device_code', 'user_code', 'verification_uri', 'verification_uri_complete'],
      ...['expires_in', 'interval'],
    ],
    properties: {
      device_code: text('What the device polls with.'),
      user_code: text('What the user enters.', { pattern: '^[B-Z]{4}-[B-Z]{4}$' }),
      verification_uri: uri('Where the user enters it.'),
      verification_uri_complete: uri('The same page, with the code filled in.'),
      expires_in: seconds('How long the codes are valid, in seconds.'),
      interval: seconds('The time between two polls, in seconds.'),
    },
    additionalProperties: false,
  },
  KeySet: {
    type: 'object',
    description: 'RFC 7517 section 5.',
    required: ['keys'],
    properties: {
      keys: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['kty', 'kid', 'alg', 'use'],
          properties: {
            kty: text('The type of key.'),
            kid: text('The id of the key, in the header of tokens.'),
            alg: text('The signature algorithm.'),
            use: { const: 'sig' },
            crv: text('The curve.'),
            x: text('The x coordinate, or the key of an Edwards curve.'),
            y: text('The y coordinate.'),
          },
          propertyNames: { not: { enum: privateMembers } },
        },
      },
    },
    additionalProperties: false,
  },
  Metadata: {
    type: 'object',
    description: 'RFC 8414 section 2.',
    required: Object.keys(metadata).filter((name) => name !== 'device_authorization_endpoint'),
    properties: metadata,
  },
};
