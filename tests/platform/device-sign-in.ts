import type { Answer } from '@app-platform/testing/http/hostile-browser';
import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { postToken } from './authorization-request.ts';
import { PASSWORD } from './external-app.ts';
import type { Platform } from './platform.ts';

/** What the command line asks for. */
export const DEVICE_SCOPE = 'org.admin.apps org.permission.apps offline_access';

export type StartedDevice = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
};

/** The request of a device. @returns the answer, which may be a refusal */
export async function requestDeviceCode(
  { oauthUrl }: Pick<Platform, 'oauthUrl'>,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: StartedDevice & { error?: string } }> {
  const response = await fetch(`${oauthUrl}/oauth/device_authorization`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ client_id: 'cli', scope: DEVICE_SCOPE, ...fields }),
  });
  const { status } = response;
  return { status, headers: response.headers, body: (await response.json()) as StartedDevice };
}

export async function startDevice(
  platform: Pick<Platform, 'oauthUrl'>,
  headers: Record<string, string> = {},
): Promise<StartedDevice> {
  const { status, body } = await requestDeviceCode(platform, {}, headers);
  if (status !== 200) throw new Error(`The device was refused: ${JSON.stringify(body)}`);
  return body;
}

/** What a device sends until its user has decided. */
export const pollDevice = (
  platform: Platform,
  { device_code }: Pick<StartedDevice, 'device_code'>,
  fields: Record<string, string> = {},
) =>
  postToken(platform, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'cli',
    device_code,
    ...fields,
  });

/** Enters the code of a device in a browser, and signs in where that is asked. @returns the page of the decision */
export async function enterCode(
  { verification_uri, user_code }: Pick<StartedDevice, 'verification_uri' | 'user_code'>,
  email: string,
  browser = new HostileBrowser(),
): Promise<Answer> {
  const page = await browser.open(verification_uri);
  const next = await browser.submit(page, { user_code });
  if (!next.text.includes('name="password"')) return next;
  return browser.submit(next, { email, password: PASSWORD });
}
