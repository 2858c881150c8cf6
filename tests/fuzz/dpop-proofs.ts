import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Proofs of a key for posts to an address (RFC 9449 section 4.2), each good for one. */
export async function dpopProofs(address: string): Promise<() => Promise<string>> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  return () =>
    new SignJWT({ htm: 'POST', htu: address, jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey);
}
