import { MAX_CREDENTIAL_CHARACTERS, problem } from '@app-platform/contracts';
import { AppError } from '../errors/app-error.ts';

const CREDENTIAL = /^(Bearer|DPoP) +([A-Za-z0-9._~+/=-]+) *$/i;

export type Credential = { scheme: 'Bearer' | 'DPoP'; value: string };

/**
 * The credential of an `Authorization: Bearer` header (RFC 6750 section 2.1). A query parameter is
 * never read: query strings end up in logs and histories.
 */
export function bearerCredential(header: string | undefined): string {
  const { scheme, value } = readCredential(header);
  if (scheme === 'Bearer') return value;
  throw unauthorized('Only an access token is sent with DPoP.', 'invalid_request');
}

/** Also accepts the `DPoP` scheme (RFC 9449 section 7.1). */
export function readCredential(header: string | undefined): Credential {
  if (!header) {
    throw unauthorized('Send an API key or an access token as: Authorization: Bearer <API_KEY>');
  }
  const [, scheme, value] = CREDENTIAL.exec(header) ?? [];
  if (!scheme || !value || value.length > MAX_CREDENTIAL_CHARACTERS) {
    throw unauthorized(
      'The Authorization header is not of the form: Bearer <API_KEY>',
      'invalid_request',
    );
  }
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', value };
}

/** A 401 with its challenge (RFC 6750 section 3), which has no error code without a credential. */
export function unauthorized(
  detail: string,
  error?: 'invalid_token' | 'invalid_request',
): AppError {
  const challenge = `Bearer realm="app-platform"${error ? `, error="${error}"` : ''}`;
  return new AppError(problem('unauthorized', detail, { header: 'authorization' }), {
    headers: { 'WWW-Authenticate': challenge },
  });
}
