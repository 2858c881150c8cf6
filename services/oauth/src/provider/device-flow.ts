import { contextOf } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Response } from 'express';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import { notePoll } from '../endpoints/polls.ts';
import type { DeviceCodes, DeviceInfo } from './device-codes.ts';
import type { FirstPartyRedirectUris } from './first-party-clients.ts';

/** RFC 8628 section 3.4. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Device authorization (RFC 8628), for the command line alone. Its pages are ours: pages/device. */
export function deviceFlow(firstParty: FirstPartyRedirectUris = {}, clock: Clock) {
  return {
    enabled: firstParty.cli !== undefined,
    charset: 'base-20' as const,
    mask: '****-****',
    deviceInfo: ({ res }: KoaContextWithOIDC): DeviceInfo => ({
      address: contextOf(res as Response).address,
      requestedAt: clock().toISOString(),
    }),
  };
}

/** @throws UnauthorizedClient for a request of the device flow by another client than the command line */
export function checkDeviceGrant(
  { oidc }: KoaContextWithOIDC,
  grantType: string,
  isAllowed: boolean,
): void {
  if (isAllowed || grantType !== DEVICE_GRANT) return;
  // Elsewhere a revocation asks which kinds of tokens a client may have.
  const isRequested =
    oidc.route === 'device_authorization' || oidc.params?.grant_type === DEVICE_GRANT;
  if (!isRequested) return;
  throw new errors.UnauthorizedClient('only the command line of the platform may use this grant');
}

/** Tells devices how often to poll, and answers `slow_down` to those that poll more often (RFC 8628 section 3.5). */
export function paceDevices(codes: DeviceCodes) {
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const body = context.body as { error?: string; device_code?: string } | undefined;
    if (context.path === endpointPaths.device_authorization && body?.device_code) {
      context.body = { ...body, interval: codes.pollSeconds };
    }
    if (context.path !== endpointPaths.token || body?.error !== 'authorization_pending') return;
    const isTooSoon = await codes.isPolledTooSoon(String(context.oidc.params?.device_code));
    if (!isTooSoon) return notePoll(context.res as Response);
    const { error, error_description } = new errors.SlowDown('wait 5 seconds longer from now on');
    context.body = { error, error_description };
  };
}
