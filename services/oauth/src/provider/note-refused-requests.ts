import { isFirstPartyClient } from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import {
  keptParameters,
  keptReason,
  type RefusedRequest,
} from '../refused-requests/refused-request.ts';
import type { RefusedRequestLog } from '../refused-requests/refused-request-log.ts';
import { clientOf } from './cross-origin-requests.ts';
import { scopeAsSent } from './scopes.ts';

/** Keeps why requests of apps are refused, for the developers of the app. */
export function noteRefusedRequests(
  provider: Provider,
  log: Pick<RefusedRequestLog, 'note'>,
  clock: Clock,
): void {
  const noteAs = (endpoint: RefusedRequest['endpoint']) => {
    return (context: KoaContextWithOIDC, error: Error) => {
      const clientId = clientOf(context)?.clientId;
      // Of an unknown client nobody could read it.
      if (clientId === undefined || isFirstPartyClient(clientId)) return;
      if (!(error instanceof errors.OIDCProviderError) || error.status >= 500) return;
      const reason = error.error_detail ?? error.error_description ?? error.message;
      const scope = scopeAsSent(context);
      const given = { ...context.oidc.params, ...(scope !== undefined && { scope }) };
      const parameters = keptParameters(endpoint, given);
      const refused = { clientId, endpoint, error: error.error, reason: keptReason(reason) };
      log.note({ ...refused, parameters, at: clock() });
    };
  };
  provider.on('grant.error', noteAs('token'));
  provider.on('authorization.error', noteAs('authorization'));
  provider.on('pushed_authorization_request.error', noteAs('authorization'));
}
