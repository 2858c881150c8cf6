import { isIP } from 'node:net';
import { webhookUrlFault } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { addressKind } from './public-address.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/**
 * Refuses an address that can never be sent to. Where a host name leads is checked when connecting.
 * @throws AppError `invalid_body`
 */
export function refuseWebhookUrl(
  url: string,
  settings: Pick<WebhookSettings, 'allowsLoopback'>,
): void {
  const fault = webhookUrlFault(url, settings) ?? addressFault(new URL(url), settings);
  if (fault) throw new AppError(problem('invalid_body', `'url' ${fault}`, { pointer: '/url' }));
}

function addressFault(
  { hostname }: URL,
  { allowsLoopback }: Pick<WebhookSettings, 'allowsLoopback'>,
): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isIP(host)) return undefined;
  const kind = addressKind(host);
  if (kind === 'public' || (kind === 'loopback' && allowsLoopback)) return undefined;
  return 'is not a public address. Write the name of a host that the internet reaches.';
}
