import { parse } from 'node:querystring';
import type { Request } from 'express';
import { endpointPaths } from '../provider/endpoint-paths.ts';
import { CLIENT_ID } from '../registry-client/registry-client.ts';

/** A token request of the form in which nearly all come: that of the specification's two tables. */
export type PlainRequest = {
  grantType: 'authorization_code' | 'refresh_token';
  /** The code, or the refresh token. */
  credential: string;
  clientId: string;
  clientSecret: string;
  /** Of a code exchange. */
  redirectUri: string | undefined;
  codeVerifier: string | undefined;
};

const FORM = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
const MOST_BYTES = 4_096;
/** What asks for more than plain tokens, or is answered by more than they are. */
const OTHER_HEADERS = [
  'authorization',
  'dpop',
  'origin',
  'content-encoding',
  'oauth-client-attestation',
  'oauth-client-attestation-pop',
];
/** Of each grant, what there has to be, the credential first, and what there may be. */
const PARAMETERS = {
  authorization_code: { required: ['code', 'redirect_uri'], optional: ['code_verifier'] },
  refresh_token: { required: ['refresh_token'], optional: [] },
} as const;
const OF_EVERY_GRANT = ['grant_type', 'client_id', 'client_secret'];

/** @returns nothing for any other request; its body is left for whoever reads it then */
export async function readPlainRequest(request: Request): Promise<PlainRequest | undefined> {
  if (request.method !== 'POST' || request.path !== endpointPaths.token) return undefined;
  const { headers } = request;
  if (!FORM.test(headers['content-type'] ?? '')) return undefined;
  if (OTHER_HEADERS.some((name) => headers[name] !== undefined)) return undefined;
  const body = await peek(request, Number(headers['content-length']));
  return body === undefined ? undefined : plainRequestOf(body);
}

/** What a body of that length holds, where it arrives in one piece, as small ones do. */
async function peek(request: Request, length: number): Promise<string | undefined> {
  if (!(length > 0 && length <= MOST_BYTES)) return undefined;
  const piece = look(request) ?? (await firstPiece(request));
  return piece?.length === length ? piece.toString('utf8') : undefined;
}

function look(request: Request): Buffer | undefined {
  const piece: unknown = request.read();
  if (!(piece instanceof Buffer)) return undefined;
  // At once, before the stream finds that it has been read to its end.
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

function plainRequestOf(body: string): PlainRequest | undefined {
  const fields = parse(body);
  const { grant_type: grantType } = fields;
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') return undefined;
  const { required, optional } = PARAMETERS[grantType];
  const needed = [...OF_EVERY_GRANT, ...required];
  const known: readonly string[] = [...needed, ...optional];
  // Once each, and not empty.
  const isPlain = Object.entries(fields).every(
    ([name, value]) => known.includes(name) && typeof value === 'string' && value !== '',
  );
  if (!isPlain || !needed.every((name) => name in fields)) return undefined;
  const given = fields as Record<string, string | undefined>;
  // Asked together with others, it must be nothing that PostgreSQL refuses: NUL would fail them all.
  if (!CLIENT_ID.test(given.client_id ?? '')) return undefined;
  return {
    grantType,
    credential: given[required[0]] ?? '',
    clientId: given.client_id ?? '',
    clientSecret: given.client_secret ?? '',
    redirectUri: given.redirect_uri,
    codeVerifier: given.code_verifier,
  };
}
