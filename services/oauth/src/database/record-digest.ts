import { hash } from 'node:crypto';
import { readChainToken, writeChainToken } from './chain-token.ts';

/**
 * Ids of records are credentials. Only their digests are stored, different for each kind. The tokens of a
 * chain share the record of the chain.
 */
export function recordDigest(kind: string, id: string): Uint8Array<ArrayBuffer> {
  const name = kind === 'RefreshToken' ? (readChainToken(id)?.chain ?? id) : id;
  return sha256(`${kind}:${name}`);
}

/**
 * The digest by which the record of a chain knows its newest token, whatever cell the token names. Null for a
 * token without a chain.
 */
export function chainTokenDigest(token: string): Uint8Array<ArrayBuffer> | null {
  const place = readChainToken(token);
  return place ? sha256(`ChainToken:${writeChainToken(place)}`) : null;
}

function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', text, 'buffer'));
}

/** The name of a grant in tokens and revocations: the grant's id itself would open its record. */
export function grantDigest(grantId: string): string {
  return encodeDigest(recordDigest('Grant', grantId));
}

/** A stored digest as tokens and revocations carry it. */
export function encodeDigest(digest: Uint8Array): string {
  return Buffer.from(digest).toString('base64url');
}
