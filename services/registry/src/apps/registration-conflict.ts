import type { AppError } from '@app-platform/http-api';

/** Another registration took a name or an identifier first. Registering again finds its app. */
export class ConcurrentRegistrationError extends Error {
  /** The answer where registering again finds no app either. */
  readonly refusal: AppError | undefined;

  constructor(refusal?: AppError) {
    super('another registration came first');
    this.refusal = refusal;
  }
}
