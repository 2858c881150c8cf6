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

/** What a client is not to see of a key (RFC 7517, RFC 7518 section 6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'];

const metadata = {
  issuer: uri('The address that all tokens name as their issuer.'),
  authorization_endpoint: uri('Where the code flow begins.'),
  token_endpoint: uri('Where codes and refresh tokens are exchanged.'),
  revocation_endpoint: uri('RFC 7009.'),
  introspection_endpoint: uri('RFC 7662.'),
  pushed_authorization_request_endpoint: uri('RFC 9126.'),
  jwks_uri: uri('The keys that access tokens are verified by.'),
  response_types_supported: texts('`code`.'),
  response_modes_supported: texts('`query`.'),
  grant_types_supported: texts('What the token endpoint exchanges.'),
  scopes_supported: texts('`offline_access`; every role is a scope beside it.'),
  code_challenge_methods_supported: texts('`S256`.'),
  token_endpoint_auth_methods_supported: texts('How a client shows its secret.'),
  dpop_signing_alg_values_supported: texts('RFC 9449.'),
  authorization_response_iss_parameter_supported: { const: true },
};

/** What the service answers with, by the names that operations use. */
export const answerSchemas: Record<string, object> = {
  Error: {
    type: 'object',
    description: 'RFC 6749 section 5.2.',
    required: ['error'],
    properties: {
      error: text('Stable and machine-readable.', { pattern: '^[a-z_]+$' }),
      error_description: text('What is wrong, for the developer of the app.'),
      scope: text('The scopes that are at fault.'),
      state: text('As it was sent.'),
    },
    additionalProperties: false,
  },
  Token: {
    type: 'object',
    description: 'RFC 6749 section 5.1.',
    required: ['access_token', 'token_type', 'expires_in', 'scope'],
    properties: {
      access_token: text('A JWT (RFC 9068) for the registry.'),
      token_type: { enum: ['bearer', 'DPoP'], description: '`DPoP` where it is bound to a key.' },
      expires_in: seconds('How long the access token is good for, in seconds.'),
      refresh_token: text('Good for one refresh; only where `offline_access` was granted.'),
      scope: text('Everything that was granted.'),
    },
    additionalProperties: false,
  },
  Introspection: {
    description: 'RFC 7662 section 2.2. Of a token that is not active, nothing more is told.',
    type: 'object',
    required: ['active'],
    properties: {
      active: { type: 'boolean', description: 'Whether it is a token of the client, in force.' },
      client_id: text('The app that holds it.'),
      scope: text('What it grants.'),
      token_type: { enum: ['bearer', 'DPoP'], description: 'Of access tokens.' },
      iss: uri('Who issued it.'),
      sub: text('The account that it acts for.'),
      aud: text('What it is for.'),
      iat: time('When it was issued.'),
      exp: time('When it ends.'),
      jti: text('The id of the token.'),
      org: text('The organization that it acts in.'),
      gid: text('Which grant it belongs to.'),
      ins: { type: 'integer', description: 'Which installation it belongs to.' },
      cnf: { type: 'object', description: 'The key that it is bound to.' },
    },
    additionalProperties: false,
    if: { properties: { active: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['client_id', 'scope', 'sub', 'iss'] },
    else: { maxProperties: 1 },
  },
  PushedRequest: {
    type: 'object',
    description: 'RFC 9126 section 2.2.',
    required: ['request_uri', 'expires_in'],
    properties: {
      request_uri: text('Stands for the request at the authorization endpoint.', {
        pattern: '^urn:ietf:params:oauth:request_uri:',
      }),
      expires_in: seconds('How long it does, in seconds.'),
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
            kty: text('The kind of key.'),
            kid: text('What the header of a token names.'),
            alg: text('What it signs by.'),
            use: { const: 'sig' },
          },
          not: { anyOf: privateMembers.map((name) => ({ required: [name] })) },
        },
      },
    },
    additionalProperties: false,
  },
  Metadata: {
    type: 'object',
    description: 'RFC 8414 section 2.',
    required: Object.keys(metadata),
    properties: metadata,
  },
};
