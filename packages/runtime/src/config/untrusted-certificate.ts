/** Node.js' and OpenSSL's codes for a chain that ends in an authority that is not known. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * @param server whose certificate it is, such as `PostgreSQL at HOST`
 * @returns an error that says what to set, for a certificate of an unknown authority; else the same
 */
export function explainUntrustedCertificate(server: string, error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  const code = String(Reflect.get(known, 'code'));
  if (!UNTRUSTED.has(code)) return known;
  return new Error(
    `The certificate of ${server} is of an unknown authority (${code}). Set NODE_EXTRA_CA_CERTS to ` +
      "a file with the authority's certificate.",
    { cause: error },
  );
}
