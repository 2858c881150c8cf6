import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { errors } from 'oidc-provider';

/**
 * The registry cannot be reached. The answer is 503 and never `invalid_client`, which would make an
 * app discard its credentials.
 */
export class RegistryUnavailable extends errors.OIDCProviderError {
  constructor(detail: string, options?: { cause?: unknown }) {
    super(503, 'temporarily_unavailable');
    this.error_description = 'the service is temporarily unavailable, try again in a few seconds';
    this.error_detail = `the registry is unavailable: ${detail}`;
    this.expose = true;
    this.cause = options?.cause;
  }
}

/** The answer to a batch is too large. A smaller batch may be answered. */
export class AnswerTooLarge extends RegistryUnavailable {
  constructor() {
    super('its answer is too large');
  }
}

/** For values that a page can do without during an outage. @throws any other error */
export function ignoreOutage(error: unknown): undefined {
  if (!(error instanceof RegistryUnavailable)) throw error;
}

/** The same in the error body of the public API. @returns undefined for any other error */
export function translateRegistryOutage(error: unknown): AppError | undefined {
  if (!(error instanceof RegistryUnavailable)) return undefined;
  const detail = 'The registry cannot be reached. Try again in a few seconds.';
  const headers = { 'Retry-After': '5' };
  return new AppError(problem('temporarily_unavailable', detail), { cause: error, headers });
}
