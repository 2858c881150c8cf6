import { randomUUID } from 'node:crypto';
import { succeedingCaller } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { consoleToken } from '../platform/first-party-sign-in.ts';
import type { Platform } from '../platform/platform.ts';

/** The operations of administrators on users, grants and requests, each in its variants. */
export function userOperations(
  platform: Platform,
  app: ExternalApp,
): Record<string, () => Promise<unknown>> {
  const call = calls(platform, app);
  const newUser = async (roles = ['org.permission']): Promise<string> => {
    const user = { email: `planned-${randomUUID()}@example.com`, roles, password: PASSWORD };
    return `/v1/users/${(await call('POST', '/v1/users', user)).data.id}`;
  };
  const onNewUser = (action: string) => async () => {
    // Another administrator, so that this one may be disabled.
    await newUser(['org.admin']);
    await call('POST', `${await newUser(['org.admin'])}/${action}`);
  };
  return {
    listUsers: async () => {
      for (const query of ['', 'query=a', after('a@example.com')]) {
        await call('GET', `/v1/users?${query}`);
      }
    },
    createUser: async () => {
      const invited = { email: `invited-${randomUUID()}@example.com`, roles: [] };
      await call('POST', '/v1/users', invited);
    },
    readSignedInUser: async () => {
      const token = await consoleToken(platform, app, 'org.permission');
      await succeedingCaller(platform.oauthUrl, token)('GET', '/v1/users/me');
    },
    readUser: async () => call('GET', await newUser()),
    changeUser: async () => {
      const user = await newUser();
      await call('PATCH', user, { roles: ['org.permission.customer'] });
      await call('PATCH', user, { password: 'another long one' });
    },
    deleteUser: async () => call('DELETE', await newUser()),
    disableUser: onNewUser('disable'),
    enableUser: async () => {
      const user = await newUser();
      await call('POST', `${user}/disable`);
      await call('POST', `${user}/enable`);
    },
    endSessions: onNewUser('end-sessions'),
    createPasswordLink: () => usePasswordPages(platform, call),
    ...grantOperations(platform, app),
  };
}

function grantOperations(platform: Platform, app: ExternalApp) {
  const call = calls(platform, app);
  return {
    listGrants: async () => {
      const filters = ['', 'kind=app', `app=${app.name}`, `user=${randomUUID()}`];
      for (const filter of [...filters, after(`a@example.com ${'a'.repeat(43)}`)]) {
        await call('GET', `/v1/grants?${filter}`);
      }
    },
    endGrant: async () => {
      const other = await newExternalApp(platform, { userRoles: ['org.permission'] });
      await atConsentPage(platform, other, 'allow');
      const callOther = calls(platform, other);
      const { data } = await callOther('GET', '/v1/grants');
      await callOther('DELETE', `/v1/grants/${data[0].id}`);
    },
    endGrants: async () => {
      const other = await newExternalApp(platform, { userRoles: ['org.permission'] });
      await atConsentPage(platform, other, 'allow');
      await calls(platform, other)('DELETE', `/v1/grants?app=${other.name}&kind=app`);
    },
    readOrganization: () => call('GET', '/v1/organization'),
    changeOrganization: () =>
      call('PATCH', '/v1/organization', { consentPolicy: 'user', assistants: 'read' }),
    listConsentRequests: async () => {
      for (const query of ['', after(randomUUID())]) {
        await call('GET', `/v1/consent-requests?${query}`);
      }
    },
    decideConsentRequest: async () => {
      const other = await newExternalApp(platform, { userRoles: ['org.permission'] });
      const callOther = calls(platform, other);
      await callOther('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
      await atConsentPage(platform, other, 'ask');
      const { data } = await callOther('GET', '/v1/consent-requests');
      const { scopes } = data[0].attributes;
      const decision = { decision: 'approved', scopes };
      await callOther('PATCH', `/v1/consent-requests/${data[0].id}`, decision);
    },
  };
}

/** Somebody sets a password by a link, and changes it. */
async function usePasswordPages({ oauthUrl }: Platform, call: ReturnType<typeof calls>) {
  const email = `linked-${randomUUID()}@example.com`;
  const { data } = await call('POST', '/v1/users', { email, roles: ['org.permission'] });
  const link = (await call('POST', `/v1/users/${data.id}/reset-link`)).data.url;
  const browser = new Browser();
  const page = await browser.open(link, oauthUrl);
  const token = new URL(link).searchParams.get('token') ?? '';
  await browser.submit(page, { token, password: PASSWORD });
  const signIn = await browser.open(`${oauthUrl}/account`, oauthUrl);
  const account = await browser.submit(signIn, { email, password: PASSWORD });
  const passwords = { current_password: PASSWORD, password: 'another long one' };
  const { status } = await browser.submit(account, passwords);
  if (status !== 200) throw new Error(`the password was not changed: ${status}`);
}

async function atConsentPage(platform: Platform, app: ExternalApp, decision: string) {
  await app.install();
  const browser = new Browser();
  const address = app.authorizeUrl(['org.permission.customer']);
  const signIn = await browser.open(address, platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  await browser.submit(consent, { decision });
}

function calls({ oauthUrl }: Platform, { apiKey }: ExternalApp) {
  return succeedingCaller(oauthUrl, apiKey);
}

const after = (key: string) => `page[after]=${Buffer.from(key).toString('base64url')}`;
