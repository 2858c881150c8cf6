import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { authorizedApp } from '../platform/authorized-app.ts';
import { enterCode, pollDevice, startDevice } from '../platform/device-sign-in.ts';
import { type OperationRows, reads, type Scene, values } from './operation.ts';

const client = { client_id: '@@clientId@@', client_secret: '@@clientSecret@@' };
const basic = { authorization: 'Basic @@basicCredentials@@' };
const code = {
  grant_type: 'authorization_code',
  code: '@@code@@',
  redirect_uri: '@@redirectUri@@',
};
const refresh = { grant_type: 'refresh_token', refresh_token: '@@refreshToken@@' };
const authorization = {
  redirect_uri: '@@redirectUri@@',
  response_type: 'code',
  scope: 'org.permission.customer offline_access',
};
const unknown = { token: 'unknown' };
const credentials = { email: '@@email@@', password: '@@password@@' };
const consent = { uid: 'any', scopes: 'org.permission.customer' };
const newPassword = { password: 'another long one' };

/** The form of a page, with its token against forgery and the cookies of its browser. */
const form = (name: string, fields: object = {}) => ({
  fields: { csrf: `@@${name}Csrf@@`, ...fields },
  headers: { cookie: `@@${name}Cookies@@` },
});

/** An access token with the scope `openid`. */
const identity = { fields: {}, headers: { authorization: 'Bearer @@identityToken@@' } };

/** The registry asks the OAuth service who the user is. */
async function readUserAtRegistry({ platform }: Scene) {
  const { tokens } = await authorizedApp(platform, {}, {}, ['profile', 'email']);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const { status } = await fetch(`${platform.baseUrl}/v1/me`, { headers });
  if (status !== 200) throw new Error(`The user was not read: ${status}`);
}

/** The same refresh token twice, as a client sends it whose response was lost. */
async function repeatRefresh({ app, tokens }: Scene) {
  for (let time = 0; time < 2; time += 1) {
    const fields = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    const { status, body } = await app.token(fields);
    if (status !== 200) throw new Error(`The refresh was refused: ${JSON.stringify(body)}`);
  }
}

/** A device polls before and after its user has allowed it. */
async function signInDevice({ platform, app }: Scene) {
  const device = await startDevice(platform);
  await pollDevice(platform, device);
  const browser = new HostileBrowser();
  await browser.submit(await enterCode(device, app.email, browser), { decision: 'allow' });
  const { status, body } = await pollDevice(platform, device);
  if (status !== 200) throw new Error(`The device was refused: ${JSON.stringify(body)}`);
}

/** OAuth, and the forms of the OAuth service's pages. */
export const signInOperations: OperationRows = {
  authorize: values(
    { client_id: '@@clientId@@', ...authorization },
    { client_id: '@@clientId@@', request_uri: '@@requestUri@@' },
  ),
  exchange: {
    values: [
      { fields: { ...client, ...code } },
      { fields: { ...client, ...refresh } },
      { fields: { ...client, ...refresh }, headers: { dpop: '@@dpopProof@@' } },
      { fields: refresh, headers: basic },
    ],
    afterwards: repeatRefresh,
  },
  introspect: {
    values: [
      { fields: { ...client, token: '@@refreshToken@@' } },
      { fields: { token: '@@accessToken@@' }, headers: basic },
    ],
  },
  revoke: {
    values: [
      { fields: { ...client, token: '@@refreshToken@@' } },
      { fields: { ...client, ...unknown }, changesNothing: true },
      { fields: { ...client, ...unknown, token_type_hint: 'access_token' }, changesNothing: true },
      { fields: { ...client, ...unknown, token_type_hint: 'refresh_token' }, changesNothing: true },
      { fields: unknown, headers: basic, changesNothing: true },
      { fields: { token: '@@accessToken@@' }, headers: basic },
    ],
  },
  pushAuthorizationRequest: {
    values: [
      { fields: { ...client, ...authorization } },
      { fields: { ...authorization, client_id: '@@clientId@@' }, headers: basic },
    ],
  },
  authorizeDevice: values({ client_id: 'cli', scope: 'org.admin.apps offline_access' }),
  postDeviceCode: {
    values: [{ ...form('deviceCode', { user_code: '@@userCode@@' }), changesNothing: true }],
  },
  postDeviceDecision: {
    values: [
      form('device', { entered: '@@enteredCode@@', scopes: 'org.admin.apps', decision: 'allow' }),
      form('device', { entered: '@@enteredCode@@', scopes: 'org.admin.apps', decision: 'deny' }),
    ],
    afterwards: signInDevice,
  },
  publishedKeys: reads(),
  metadata: values({}),
  openIdMetadata: values({}),
  userInformation: { values: [identity] },
  userInformationByPost: { values: [identity], afterwards: readUserAtRegistry },
  logOut: {
    values: [{ fields: {} }, { fields: {}, headers: { cookie: '@@accountCookies@@' } }],
  },
  readOauthStatus: reads(),
  postAccountSignIn: { values: [form('accountForm', credentials)] },
  postAccountSignOut: { values: [form('account')] },
  postAccountRevoke: { values: [form('account', { client_id: '@@clientId@@' })] },
  postName: { values: [form('account', { name: 'Ada' })] },
  postLogout: {
    values: [
      form('account'),
      form('account', {
        client_id: '@@clientId@@',
        post_logout_redirect_uri: '@@redirectUri@@',
      }),
    ],
  },
  postPassword: {
    values: [form('changing', { current_password: '@@password@@', ...newPassword })],
  },
  postPasswordLink: values({ token: '@@linkToken@@', ...newPassword }),
  postSignIn: { values: [form('signIn', { uid: 'any', ...credentials })] },
  postConsent: {
    values: [
      form('consent', { ...consent, decision: 'allow' }),
      form('consent', { ...consent, decision: 'deny' }),
    ],
  },
};
