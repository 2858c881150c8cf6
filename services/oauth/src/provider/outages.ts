import type { Logger } from '@app-platform/service-kit';
import { translateDatabaseError } from '@app-platform/service-kit/database';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { outagePage, RETRY_AFTER_SECONDS } from '../interaction/outage-page.ts';

/** Requests that failed for want of a database. */
const outages = new WeakSet<object>();

/** Remembers what a request failed of, where that is an outage. @returns whether it is */
export function noteOutage(context: object, error: unknown): boolean {
  const isOutage = translateDatabaseError(error) !== undefined;
  if (isOutage) outages.add(context);
  return isOutage;
}

/** An outage is told as one, and says when to come back (RFC 9110 section 10.2.3). */
export function tellOutages(logger: Logger) {
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      // What oidc-provider does not catch itself: a transaction that cannot be committed, say.
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
