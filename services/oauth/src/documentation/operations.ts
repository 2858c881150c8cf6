import {
  authorizationRequest,
  clientCredentials,
  clientId,
  deviceRequest,
  logoutRequest,
  type Parameters,
  pushedReference,
  tokenReference,
  tokenRequest,
} from './parameters.ts';

export type Answer = {
  description: string;
  /** The name of the schema of its JSON body. */
  schema?: string;
  /** If not `application/json`. Without a schema: of a body without meaning. */
  mediaTypes?: string[];
  headers?: Record<string, string>;
};

export type Operation = {
  method: 'get' | 'post';
  path: string;
  operationId: string;
  tag: Tag;
  summary: string;
  description: string;
  /** In the query of a GET, in the form of a POST. */
  parameters?: Parameters;
  required?: string[];
  /** Whether clients authenticate, and can bind the tokens to a key; or the access token of an app. */
  authenticates?: 'client' | 'client and key' | 'access token';
  answers: Record<number, Answer>;
  /** Any other status. */
  otherwise?: Answer;
};

const AUTHORIZATION = 'Authorization';
const TOKENS = 'Tokens';
const DISCOVERY = 'Discovery';
type Tag = typeof AUTHORIZATION | typeof TOKENS | typeof DISCOVERY;

export const tags: { name: Tag; description: string }[] = [
  { name: AUTHORIZATION, description: 'Where a user authorizes an app.' },
  { name: TOKENS, description: 'Issuing, revoking and introspecting tokens.' },
  { name: DISCOVERY, description: 'What a client or a resource server reads about this service.' },
];

const refused: Answer = { description: 'Refused. `error` gives the reason.', schema: 'Error' };

const location = { Location: 'The address to continue at.' };
const asPage = ['application/json', 'text/html'];

/** Every operation for programs. The pages for users are not listed. */
export const operations: readonly Operation[] = [
  {
    method: 'get',
    path: '/oauth/authorize',
    operationId: 'authorize',
    tag: AUTHORIZATION,
    summary: 'Start the authorization code flow (RFC 6749 section 4.1)',
    description: 'The app sends the browser of the user here. The user signs in and consents.',
    parameters: { client_id: clientId, ...authorizationRequest, ...pushedReference },
    required: ['client_id'],
    answers: {
      303: {
        description:
          'To a page for the user, or back to the app with a `code`, or with an `error` if the user is signed in or `prompt` is `none`.',
        headers: location,
        mediaTypes: ['text/html', 'text/plain'],
      },
      400: {
        description:
          'An error: a page, or JSON on request. If the redirect URI is valid, the page has a link to the app with the error.',
        schema: 'Error',
        mediaTypes: asPage,
      },
    },
    otherwise: {
      description: 'The error, as a page or as JSON.',
      schema: 'Error',
      mediaTypes: asPage,
    },
  },
  {
    method: 'post',
    path: '/oauth/token',
    operationId: 'exchange',
    tag: TOKENS,
    summary:
      'Exchange a code, a refresh token or the code of a device (RFC 6749 sections 4.1.3 and 6, RFC 8628)',
    description:
      'A refresh returns a new refresh token. The one before is valid again only for a retry within seconds.',
    parameters: { ...tokenRequest, ...clientCredentials },
    required: ['grant_type'],
    authenticates: 'client and key',
    answers: { 200: { description: 'The tokens.', schema: 'Token' }, 400: refused },
  },
  {
    method: 'post',
    path: '/oauth/revoke',
    operationId: 'revoke',
    tag: TOKENS,
    summary: 'Revoke a token; a refresh token with its whole grant (RFC 7009)',
    description: 'The registry refuses the access tokens of a revoked grant within seconds.',
    parameters: { ...tokenReference, ...clientCredentials },
    required: ['token'],
    authenticates: 'client',
    answers: {
      200: { description: 'The token is not valid, whether it was before or not.' },
      400: refused,
    },
  },
  {
    method: 'post',
    path: '/oauth/introspect',
    operationId: 'introspect',
    tag: TOKENS,
    summary: 'Introspect a token of the app (RFC 7662)',
    description: 'A token of another app is reported as inactive.',
    parameters: { ...tokenReference, ...clientCredentials },
    required: ['token'],
    authenticates: 'client',
    answers: {
      200: { description: 'The state of the token.', schema: 'Introspection' },
      400: refused,
    },
  },
  {
    method: 'post',
    path: '/oauth/par',
    operationId: 'pushAuthorizationRequest',
    tag: AUTHORIZATION,
    summary: 'Push an authorization request (RFC 9126)',
    description: 'Stores the parameters of the request, which then stay out of the browser.',
    parameters: { ...authorizationRequest, ...clientCredentials },
    required: ['response_type', 'redirect_uri', 'scope'],
    authenticates: 'client and key',
    answers: {
      201: { description: 'The reference to the request.', schema: 'PushedRequest' },
      400: refused,
    },
  },
  {
    method: 'post',
    path: '/oauth/device_authorization',
    operationId: 'authorizeDevice',
    tag: AUTHORIZATION,
    summary: 'Start a sign-in on a device without a browser (RFC 8628)',
    description:
      'For the command line of the platform, `cli`, alone: other clients get `unauthorized_client`. The user enters `user_code` at `verification_uri`. Meanwhile the device polls `/oauth/token` with `device_code`, and gets `authorization_pending`, `slow_down`, `access_denied` or `expired_token`. Not there where no command line is configured.',
    parameters: deviceRequest,
    required: ['client_id', 'scope'],
    authenticates: 'client',
    answers: {
      200: { description: 'The codes, for ten minutes.', schema: 'DeviceCode' },
      400: refused,
    },
  },
  ...(['get', 'post'] as const).map((method): Operation => {
    return {
      method,
      path: '/oauth/userinfo',
      operationId: method === 'get' ? 'userInformation' : 'userInformationByPost',
      tag: TOKENS,
      summary: 'Who the user of an access token is (OpenID Connect Core section 5.3)',
      description: 'The access token is in the header `Authorization`, and has the scope `openid`.',
      authenticates: 'access token',
      answers: {
        200: { description: 'The user.', schema: 'UserInformation' },
        400: refused,
        403: { description: 'The scope `openid` was not granted.', schema: 'Error' },
      },
    };
  }),
  {
    method: 'get',
    path: '/oauth/logout',
    operationId: 'logOut',
    tag: AUTHORIZATION,
    summary: 'Sign a user out (OpenID Connect RP-Initiated Logout)',
    description: 'The app sends the browser of the user here. The access of apps stays.',
    parameters: logoutRequest,
    answers: {
      200: { description: 'A page: the user is signed out.', mediaTypes: ['text/html'] },
      303: {
        description: 'Back to the app, or to a page that asks the user.',
        headers: location,
        mediaTypes: ['text/html', 'text/plain'],
      },
      400: {
        description: 'What is wrong: a page, or JSON on request.',
        schema: 'Error',
        mediaTypes: asPage,
      },
    },
  },
  {
    method: 'get',
    path: '/oauth/jwks',
    operationId: 'publishedKeys',
    tag: DISCOVERY,
    summary: 'The keys that verify access tokens (RFC 7517)',
    description: 'A key is published before tokens are signed with it, and while they are valid.',
    answers: {
      200: {
        description: 'The next key, the current one, and the last ones.',
        schema: 'KeySet',
        mediaTypes: ['application/jwk-set+json'],
      },
      304: { description: 'The keys have not changed.' },
    },
  },
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    operationId: 'metadata',
    tag: DISCOVERY,
    summary: 'The authorization server metadata (RFC 8414)',
    description: 'The addresses of the endpoints and what they support.',
    answers: { 200: { description: 'The metadata.', schema: 'Metadata' } },
  },
  {
    method: 'get',
    path: '/.well-known/openid-configuration',
    operationId: 'openIdMetadata',
    tag: DISCOVERY,
    summary: 'The same document, for clients of OpenID Connect (Discovery section 4)',
    description: 'The addresses of the endpoints and what they support.',
    answers: { 200: { description: 'The metadata.', schema: 'Metadata' } },
  },
];
