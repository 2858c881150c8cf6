import { errors, type KoaContextWithOIDC } from 'oidc-provider';

const LONGEST_BYTES = 4_096;

/**
 * Every parameter of an authorization request is stored until the user has decided.
 * @throws InvalidRequest for a longer one
 */
export function checkParameterLengths({ oidc }: KoaContextWithOIDC): void {
  for (const [name, value] of Object.entries(oidc.params ?? {})) {
    const bytes = Buffer.byteLength(String(value));
    if (bytes > LONGEST_BYTES) {
      throw new errors.InvalidRequest(`'${name}' is longer than ${LONGEST_BYTES} bytes`);
    }
  }
}
