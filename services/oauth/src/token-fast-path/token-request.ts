import { parse } from 'node:querystring';
import type { Request } from 'express';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import { CLIENT_ID } from '../registry-client/registry-client.ts';

/** A token request with the parameters of the specification's two tables, and `resource`. */
export type TokenRequest = {
  grantType: 'authorization_code' | 'refresh_token';
  /** The code, or the refresh token. */
  credential: string;
  clientId: string;
  clientSecret: string;
  /** Of a code exchange. */
  redirectUri: string | undefined;
  codeVerifier: string | undefined;
  /** What the access token is for. */
  resource: string | undefined;
};

const FORM = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
const MOST_BYTES = 4_096;
/** Headers of requests that oidc-provider must answer. */
const OTHER_HEADERS = [
  'authorization',
  'dpop',
  'origin',
  'oauth-client-attestation',
  'oauth-client-attestation-pop',
];
/** The parameters of each grant, the credential first. */
const PARAMETERS = {
  authorization_code: {
    required: ['code', 'redirect_uri'],
    optional: ['code_verifier', 'resource'],
  },
  refresh_token: { required: ['refresh_token'], optional: ['resource'] },
} as const;
const COMMON_PARAMETERS = ['grant_type', 'client_id', 'client_secret'];

/** @returns undefined for any other request, whose body stays in the stream for oidc-provider */
export async function readTokenRequest(request: Request): Promise<TokenRequest | undefined> {
  if (request.method !== 'POST' || request.path !== endpointPaths.token) return undefined;
  const { headers } = request;
  if (!FORM.test(headers['content-type'] ?? '')) return undefined;
  if (OTHER_HEADERS.some((name) => headers[name] !== undefined)) return undefined;
  const body = await peek(request, Number(headers['content-length']));
  return body === undefined ? undefined : parseForm(body);
}

/** @returns a body of that length if it arrives in one piece, as small ones do */
async function peek(request: Request, length: number): Promise<string | undefined> {
  if (!(length > 0 && length <= MOST_BYTES)) return undefined;
  const piece = look(request) ?? (await firstPiece(request));
  return piece?.length === length ? piece.toString('utf8') : undefined;
}

function look(request: Request): Buffer | undefined {
  const piece: unknown = request.read();
  if (!(piece instanceof Buffer)) return undefined;
  // In the same tick, before the stream ends.
  request.unshift(piece);
  return piece;
}

function firstPiece(request: Request): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      request.off('readable', settle).off('close', settle);
      resolve(look(request));
    };
    request.on('readable', settle).on('close', settle);
  });
}

function parseForm(body: string): TokenRequest | undefined {
  const fields = parse(body);
  const { grant_type: grantType } = fields;
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') return undefined;
  const { required, optional } = PARAMETERS[grantType];
  const needed = [...COMMON_PARAMETERS, ...required];
  const known: readonly string[] = [...needed, ...optional];
  // A repeated parameter is an array.
  const isSupported = Object.entries(fields).every(
    ([name, value]) => known.includes(name) && typeof value === 'string' && value !== '',
  );
  if (!isSupported || !needed.every((name) => name in fields)) return undefined;
  const given = fields as Record<string, string | undefined>;
  // Requests share a statement, which a NUL character would make fail for all of them.
  if (!CLIENT_ID.test(given.client_id ?? '')) return undefined;
  return {
    grantType,
    credential: given[required[0]] ?? '',
    clientId: given.client_id ?? '',
    clientSecret: given.client_secret ?? '',
    redirectUri: given.redirect_uri,
    codeVerifier: given.code_verifier,
    resource: given.resource,
  };
}
