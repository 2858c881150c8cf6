import type { Logger } from '@app-platform/runtime';
import type { OauthClient } from '../../oauth-client/oauth-client.ts';
import type { FirstRequest } from '../installation-request-store.ts';

export type FirstRequestMailing = {
  database: { onFirstRequest(listener: (request: FirstRequest) => void): void };
  oauthClient: Pick<OauthClient, 'mailInstallationRequest'>;
  logger: Logger;
};

/**
 * Lets the OAuth service, which mails, know of each first request for an app. After the commit, and beside the request of the
 * user, which neither waits for it nor fails with it. A mail that is lost is not sent again: the console has the request.
 */
export function mailFirstRequests({ database, oauthClient, logger }: FirstRequestMailing): void {
  database.onFirstRequest(({ organizationId, ...request }) => {
    oauthClient.mailInstallationRequest(organizationId, request).catch((error: unknown) => {
      logger.warn({ err: error }, 'no mail about a request for an app');
    });
  });
}
