import { errors } from 'oidc-provider';

/**
 * The registry cannot be asked. That is an outage and told as one: never as `invalid_client`,
 * which would make an app throw its credentials away.
 */
export class RegistryUnavailable extends errors.OIDCProviderError {
  constructor(detail: string, options?: { cause?: unknown }) {
    super(503, 'temporarily_unavailable');
    this.error_description = 'the service is temporarily unavailable, try again in a few seconds';
    this.error_detail = `the registry cannot be asked: ${detail}`;
    this.expose = true;
    this.cause = options?.cause;
  }
}
