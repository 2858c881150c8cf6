import { translateDatabaseError } from '@app-platform/http-api';
import type { Logger } from '@app-platform/runtime';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { outagePage, RETRY_AFTER_SECONDS } from '../interaction/outage-page.ts';

/** Requests that failed because the database was unavailable. */
const outages = new WeakSet<object>();

/** Marks a request that failed because of an outage. @returns whether it did */
export function noteOutage(context: object, error: unknown): boolean {
  const isOutage = translateDatabaseError(error) !== undefined;
  if (isOutage) outages.add(context);
  return isOutage;
}

/** Answers an outage with 503 and `Retry-After` (RFC 9110 section 10.2.3). */
export function answerOutages(logger: Logger) {
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      // oidc-provider does not catch it, for instance when a transaction cannot be committed.
      if (!noteOutage(context, error)) throw error;
      logger.error({ err: error }, 'request failed');
    }
    if (outages.has(context)) {
      const isPage = context.type === 'text/html';
      context.status = 503;
      context.body = isPage
        ? outagePage()
        : { error: 'temporarily_unavailable', error_description: 'try again soon' };
    }
    if (context.status === 503) context.set('Retry-After', RETRY_AFTER_SECONDS);
  };
}
