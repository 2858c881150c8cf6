import { randomUUID } from 'node:crypto';
import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';

/** Users, grants and requests of an organization that requests administer. */
export function administrationSources(platform: Platform, app: ExternalApp) {
  const call = administrator(platform, app.apiKey);
  // Stays signed in: each sign-in would hash a password.
  const browser = new Browser();
  let lastScope = 0;
  let requestedScope = '';
  /** Decides on the consent page for a scope that was never asked for. */
  const decide = async (consentPolicy: string, decision: string) => {
    await call('PATCH', '/v1/organization', { consentPolicy });
    lastScope += 1;
    const scope = `org.permission.example_${lastScope}`;
    const address = app.authorizeUrl([scope]);
    const page = await browser.open(address, platform.oauthUrl);
    const consent = page.html.includes('name="password"')
      ? await browser.submit(page, { email: app.email, password: PASSWORD })
      : page;
    await browser.submit(consent, { decision });
    return scope;
  };
  const firstOf = async (path: string): Promise<string> => {
    const { body } = await call('GET', `${path}?page[size]=1`);
    return body.data[0].id;
  };
  const newUser = async (roles = ['org.permission']): Promise<string> => {
    const user = { email: `person-${randomUUID()}@example.com`, roles };
    return (await call('POST', '/v1/users', user)).body.data.id;
  };
  return {
    administratorKey: () => app.apiKey,
    administeredApp: () => app.name,
    freshEmail: () => `new-${randomUUID()}@example.com`,
    userId: () => newUser(),
    /** Beside another one. */
    administratorId: async () => {
      await newUser(['org.admin']);
      return newUser(['org.admin']);
    },
    disabledUserId: async () => {
      const id = await newUser();
      await call('POST', `/v1/users/${id}/disable`);
      return id;
    },
    linkToken: async () => {
      const user = { email: `linked-${randomUUID()}@example.com`, roles: [] };
      const { url } = (await call('POST', '/v1/users', user)).body.meta.passwordLink;
      return new URL(url).searchParams.get('token') ?? '';
    },
    grantId: async () => {
      await decide('user', 'allow');
      return firstOf('/v1/grants');
    },
    consentRequestId: async () => {
      requestedScope = await decide('administrator', 'ask');
      return firstOf('/v1/consent-requests');
    },
    /** Of the last of them. */
    consentRequestScope: () => requestedScope,
  };
}
