/*
 * JSON Schemas of what the services answer each other. docs/api/released keeps those of each release,
 * which a test compares with these and with real answers.
 */

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const texts = { type: 'array', items: text } as const;
const textsOrNull = { type: ['array', 'null'], items: text } as const;
const flag = { type: 'boolean' } as const;

function object(properties: Record<string, object>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const ceilings = object({ declared: textsOrNull, allowed: textsOrNull });

/** Of {@link ClientRecord} and the other types of the registry's internal API. */
export const registryAnswers = {
  clientRecord: object({
    clientId: text,
    app: text,
    title: text,
    iconUrl: textOrNull,
    developer: textOrNull,
    redirectUris: texts,
    roles: textsOrNull,
    organizationId: text,
    owner: object({ name: text, verified: flag }),
    visibility: { enum: ['private', 'public'] },
    hasSecret: flag,
    installed: flag,
    blockedReason: textOrNull,
    installedSince: textOrNull,
    ceilings,
    organizationName: textOrNull,
  }),
  organization: object({ id: text, name: text, verified: flag }),
  clientIdList: object({ clientIds: texts }),
  secretCheck: object({ valid: flag }),
  tokenRequestVerdicts: object({
    verdicts: {
      type: 'array',
      items: object({
        clientId: text,
        secretValid: flag,
        installedSince: textOrNull,
        redirectUris: textsOrNull,
        ceilings,
      }),
    },
  }),
  credentialCheck: object({
    caller: {
      ...object({
        kind: { enum: ['api_key', 'access_token'] },
        id: text,
        organizationId: text,
        roles: texts,
        clientId: textOrNull,
        authenticatedAt: textOrNull,
      }),
      type: ['object', 'null'],
    },
  }),
};

const auditEvent = object({
  id: text,
  at: text,
  actor: object({ type: text, id: text }),
  action: text,
  subject: text,
  requestId: text,
  traceId: textOrNull,
  address: text,
  // Whatever the record looked like.
  before: {},
  after: {},
});

const refusedRequest = object({
  endpoint: { enum: ['authorization', 'token'] },
  error: text,
  reason: text,
  count: { type: 'integer' },
  firstAt: text,
  lastAt: text,
  request: {
    oneOf: [
      object({ url: text }),
      object({ tokenRequest: { type: 'object', additionalProperties: text } }),
      { type: 'null' },
    ],
  },
});

/** Of {@link RevocationFeed} and the other types of the OAuth service's internal API. */
export const oauthAnswers = {
  revocationFeed: object({
    revocations: {
      type: 'array',
      items: object(
        {
          id: text,
          kind: { enum: ['token', 'grant', 'roles'] },
          value: text,
          roles: texts,
          expiresAt: text,
        },
        ['roles'],
      ),
    },
    more: flag,
  }),
  grantRevocation: object({ revoked: { type: 'integer' } }),
  userRoles: object({ roles: textsOrNull }),
  grantCount: object({ grants: { type: 'integer' } }),
  refusedRequestList: object({ refusedRequests: { type: 'array', items: refusedRequest } }),
  auditEventList: object({ events: { type: 'array', items: auditEvent } }),
};
