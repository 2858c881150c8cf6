import {
  authorizationRequest,
  clientCredentials,
  clientId,
  type Parameters,
  pushedReference,
  tokenReference,
  tokenRequest,
} from './parameters.ts';

export type Answer = {
  description: string;
  /** The name of the schema of its JSON body. */
  schema?: string;
  /** Other than `application/json`; where there is no schema, of a body that nobody reads. */
  mediaTypes?: string[];
  headers?: Record<string, string>;
};

export type Operation = {
  method: 'get' | 'post';
  path: string;
  operationId: string;
  summary: string;
  /** In the query of a GET, in the form of a POST. */
  parameters?: Parameters;
  required?: string[];
  /** Whether clients show who they are, and can prove that a token is to be bound to a key. */
  authenticates?: 'client' | 'client and key';
  answers: Record<number, Answer>;
};

const refused: Answer = { description: 'Refused; `error` says why.', schema: 'Error' };

const location = { Location: 'Where the browser goes on.' };
const asPage = ['application/json', 'text/html'];

/** Every operation of the service that programs call. The pages for people are not among them. */
export const operations: readonly Operation[] = [
  {
    method: 'get',
    path: '/oauth/authorize',
    operationId: 'authorize',
    summary: 'Begin the authorization code flow (RFC 6749 section 4.1)',
    parameters: { client_id: clientId, ...authorizationRequest, ...pushedReference },
    required: ['client_id'],
    answers: {
      303: {
        description: 'To a page for the user, or back to the app with a `code` or an `error`.',
        headers: location,
        mediaTypes: ['text/html', 'text/plain'],
      },
      400: {
        description: 'A request that must not be sent on; a page, unless JSON is asked for.',
        schema: 'Error',
        mediaTypes: asPage,
      },
    },
  },
  {
    method: 'post',
    path: '/oauth/token',
    operationId: 'exchange',
    summary: 'Exchange a code or a refresh token (RFC 6749 sections 4.1.3 and 6)',
    parameters: { ...tokenRequest, ...clientCredentials },
    required: ['grant_type'],
    authenticates: 'client and key',
    answers: { 200: { description: 'The tokens.', schema: 'Token' }, 400: refused },
  },
  {
    method: 'post',
    path: '/oauth/revoke',
    operationId: 'revoke',
    summary: 'End a token, and with a refresh token all of its grant (RFC 7009)',
    parameters: { ...tokenReference, ...clientCredentials },
    required: ['token'],
    authenticates: 'client',
    answers: {
      200: { description: 'The token is of no use any more, whether it was or not.' },
      400: refused,
    },
  },
  {
    method: 'post',
    path: '/oauth/introspect',
    operationId: 'introspect',
    summary: 'Ask about a token of the app (RFC 7662)',
    parameters: { ...tokenReference, ...clientCredentials },
    required: ['token'],
    authenticates: 'client',
    answers: {
      200: { description: 'What the token is good for.', schema: 'Introspection' },
      400: refused,
    },
  },
  {
    method: 'post',
    path: '/oauth/par',
    operationId: 'pushAuthorizationRequest',
    summary: 'Leave an authorization request here, away from the browser (RFC 9126)',
    parameters: { ...authorizationRequest, ...clientCredentials },
    required: ['response_type', 'redirect_uri', 'scope'],
    authenticates: 'client and key',
    answers: {
      201: { description: 'What stands for the request.', schema: 'PushedRequest' },
      400: refused,
    },
  },
  {
    method: 'get',
    path: '/oauth/jwks',
    operationId: 'publishedKeys',
    summary: 'The keys that access tokens are verified by (RFC 7517)',
    answers: {
      200: {
        description: 'The next, the present and the last keys.',
        schema: 'KeySet',
        mediaTypes: ['application/jwk-set+json'],
      },
      304: { description: 'The keys are still those whose `ETag` was sent.' },
    },
  },
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    operationId: 'metadata',
    summary: 'Where everything is, and what is supported (RFC 8414)',
    answers: { 200: { description: 'The metadata.', schema: 'Metadata' } },
  },
];
