import { randomUUID } from 'node:crypto';
import { type ApiDependencies, apiRoutes } from '@app-platform/oauth/api';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { authorize, codeGrant, postToken } from '../platform/authorization-request.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { consoleClient, consoleToken } from '../platform/first-party-sign-in.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

/** Answers the console after a sign-in of any age. */
const OWN_ACCOUNT = 'readSignedInUser';
const routes = apiRoutes({} as ApiDependencies).filter(
  ({ operationId, access }) => operationId !== OWN_ACCOUNT && access !== 'public',
);

let platform: Platform;
let app: ExternalApp;
let ofApp: string;
let ofConsole: string;
beforeAll(async () => {
  ({ platform, app } = await platformWithApp(
    { firstPartyRedirectUris: consoleClient },
    { userRoles: ['org'] },
  ));
  const code = (await authorize(platform, app, { scope: 'org.admin' })).get('code');
  const { body } = await postToken(platform, codeGrant(app, code));
  expect(body.scope).toBe('org.admin');
  ofApp = String(body.access_token);
  ofConsole = await consoleToken(platform, app, 'org.admin');
});
afterEach(() => {
  platform.now.value = () => new Date();
});
afterAll(() => platform.close());

/** @returns what each operation answers to a request that changes nothing: its status, and the code */
async function answersTo(credential: string): Promise<[string, number, string | undefined][]> {
  const call = apiCaller(platform.oauthUrl, credential);
  const answers: [string, number, string | undefined][] = [];
  for (const { method, path, operationId } of routes) {
    const place = path.replaceAll(/\{\w+\}/g, randomUUID());
    const isWrite = method === 'post' || method === 'patch';
    const { status, body } = await call(method.toUpperCase(), place, isWrite ? {} : undefined);
    answers.push([operationId, status, body?.errors?.[0]?.code]);
  }
  return answers;
}

describe('attack: an app or an old session administers users, grants and consent', () => {
  it('403 for the access token of an app, whatever role it has', async () => {
    const refused = routes.map(({ operationId }) => [operationId, 403, 'forbidden']);
    expect(await answersTo(ofApp)).toEqual(refused);
  });

  it('401 for the console with a sign-in of more than 600 seconds ago, and not with a recent one', async () => {
    const recent = await answersTo(ofConsole);
    expect(recent.filter(([, status]) => status === 401 || status === 403)).toEqual([]);
    platform.now.value = () => new Date(Date.now() + 601_000);
    const code = 'insufficient_user_authentication';
    const refused = routes.map(({ operationId }) => [operationId, 401, code]);
    expect(await answersTo(ofConsole)).toEqual(refused);
  });
});
