/** The algorithms of DPoP proofs (RFC 9449) that both services accept. */
export const dpopAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const;
