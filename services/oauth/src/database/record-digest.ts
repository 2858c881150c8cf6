import { hash } from 'node:crypto';

/** Ids of records are credentials. Only their digests are stored, different for each kind. */
export function recordDigest(kind: string, id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', `${kind}:${id}`, 'buffer'));
}

/** The name of a grant in tokens and revocations: the grant's id itself would open its record. */
export function grantDigest(grantId: string): string {
  return encodeDigest(recordDigest('Grant', grantId));
}

/** A stored digest as tokens and revocations carry it. */
export function encodeDigest(digest: Uint8Array): string {
  return Buffer.from(digest).toString('base64url');
}
