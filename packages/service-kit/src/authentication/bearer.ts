import { problem } from '@app-platform/contracts';
import { AppError } from '../errors/app-error.ts';

const CREDENTIAL = /^Bearer +([A-Za-z0-9._~+/=-]{1,4096}) *$/i;

/**
 * The credential of an `Authorization: Bearer` header (RFC 6750 section 2.1). It is read from
 * nowhere else: a query string ends up in logs and histories.
 */
export function bearerCredential(header: string | undefined): string {
  if (!header) {
    throw unauthorized('Send an API key or an access token as: Authorization: Bearer <API_KEY>');
  }
  const credential = CREDENTIAL.exec(header)?.[1];
  if (!credential) {
    throw unauthorized(
      'The Authorization header is not of the form: Bearer <API_KEY>',
      'invalid_request',
    );
  }
  return credential;
}

/** A 401 with its challenge (RFC 6750 section 3): no error code where no credential was sent. */
export function unauthorized(
  detail: string,
  error?: 'invalid_token' | 'invalid_request',
): AppError {
  const challenge = `Bearer realm="app-platform"${error ? `, error="${error}"` : ''}`;
  return new AppError(problem('unauthorized', detail, { header: 'authorization' }), {
    headers: { 'WWW-Authenticate': challenge },
  });
}
