import { setTimeout as wait } from 'node:timers/promises';
import { SIGN_IN_MAX_AGE_SECONDS } from '@app-platform/contracts';
import * as oauth from 'oauth4webapi';
import { isNetworkError, notSignedIn, refused } from '../failure.ts';
import { client, optionsFor, type SignInRequest, signInBy, webAddress } from './oauth-server.ts';
import type { Profile } from './profiles.ts';

/** What a person enters, and where. */
export type ShownDevice = { address: string; code: string; addressWithCode: string };

/** RFC 8628 section 3.2, where the service names no interval; section 3.5, for each `slow_down`. */
const USUAL_SECONDS = 5;
const SLOWER_SECONDS = 5;
/** After an outage it waits longer each time, up to this. */
const LONGEST_SECONDS = 60;

/**
 * Signs in where there is no browser: a person enters a code elsewhere (RFC 8628).
 * @param show shows the address and the code
 */
export function signInByDevice(
  request: SignInRequest,
  show: (device: ShownDevice) => void,
  pause = (seconds: number): Promise<unknown> => wait(seconds * 1000),
): Promise<Profile> {
  return signInBy(request, async (server) => {
    const device = await startDevice(server, request.scope);
    const address = webAddress(device.verification_uri);
    const addressWithCode = webAddress(device.verification_uri_complete ?? address);
    show({ address, code: device.user_code, addressWithCode });
    return pollUntilDecided(server, device, pause);
  });
}

async function startDevice(
  server: oauth.AuthorizationServer,
  scope: string,
): Promise<oauth.DeviceAuthorizationResponse> {
  if (!server.device_authorization_endpoint) {
    throw refused(
      'no_device_sign_in',
      `The OAuth service at ${server.issuer} has no sign-in by a code. Sign in with a browser: apps login. In a pipeline set API_KEY.`,
    );
  }
  const response = await oauth.deviceAuthorizationRequest(
    server,
    client,
    oauth.None(),
    new URLSearchParams({ scope, max_age: String(SIGN_IN_MAX_AGE_SECONDS) }),
    optionsFor(server.issuer),
  );
  return oauth.processDeviceAuthorizationResponse(server, client, response);
}

async function pollUntilDecided(
  server: oauth.AuthorizationServer,
  device: oauth.DeviceAuthorizationResponse,
  pause: (seconds: number) => Promise<unknown>,
): Promise<oauth.TokenEndpointResponse> {
  const end = Date.now() + device.expires_in * 1000;
  let interval = device.interval ?? USUAL_SECONDS;
  let seconds = interval;
  while (Date.now() < end) {
    await pause(seconds);
    const outcome = await poll(server, device.device_code);
    if (typeof outcome === 'object') return outcome;
    if (outcome === 'slow_down') interval += SLOWER_SECONDS;
    seconds = outcome === 'outage' ? Math.min(2 * seconds, LONGEST_SECONDS) : interval;
  }
  throw expired();
}

type Outcome = oauth.TokenEndpointResponse | 'authorization_pending' | 'slow_down' | 'outage';

/** @throws CommandFailure where the sign-in has ended */
async function poll(server: oauth.AuthorizationServer, deviceCode: string): Promise<Outcome> {
  const options = optionsFor(server.issuer);
  try {
    const none = oauth.None();
    const answer = await oauth.deviceCodeGrantRequest(server, client, none, deviceCode, options);
    if (answer.status === 429 || answer.status >= 500) return 'outage';
    return await oauth.processDeviceCodeResponse(server, client, answer);
  } catch (error) {
    if (isNetworkError(error)) return 'outage';
    const code = error instanceof oauth.ResponseBodyError ? error.error : undefined;
    if (code === 'authorization_pending' || code === 'slow_down') return code;
    if (code === 'access_denied') throw notSignedIn('The sign-in was denied in the browser.');
    if (code === 'expired_token') throw expired();
    throw error;
  }
}

function expired() {
  return notSignedIn('Nobody entered the code in time. Try again: apps login --device');
}
