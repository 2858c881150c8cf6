import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** A user on the consent page of an app, in an organization where administrators consent. */
async function atConsentPage(userRoles = ['org.permission']) {
  const app = await newExternalApp(platform, { userRoles });
  await app.install();
  const call = administrator(platform, app.apiKey);
  const policy = await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  expect(policy.body.data.attributes).toMatchObject({ consentPolicy: 'administrator' });
  const browser = new Browser();
  const open = () => browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
  const consent = await browser.submit(await open(), { email: app.email, password: PASSWORD });
  return { app, call, browser, open, consent };
}

describe('an organization where administrators consent', () => {
  it('lets its users ask, and an administrator allow: the app then has access', async () => {
    const { app, call, browser, open, consent } = await atConsentPage();
    expect(consent.html).toContain('Ask an administrator');
    expect(consent.html).not.toContain('value="allow"');
    const asked = await browser.submit(consent, { decision: 'ask' });
    expect(asked.html).toContain('An administrator was asked');
    expect(asked.html).not.toContain('Ask an administrator');
    const { body } = await call('GET', '/v1/consent-requests');
    expect(body.data).toHaveLength(1);
    const [{ id, attributes }] = body.data;
    expect(attributes).toMatchObject({
      user: { email: app.email },
      app: { name: app.name },
      scopes: SCOPES,
      state: 'pending',
    });
    expect((await open()).url.searchParams.has('code')).toBe(false);
    const decision = { decision: 'approved', scopes: attributes.scopes };
    const stranger = administrator(platform, (await newExternalApp(platform)).apiKey);
    expect((await stranger('PATCH', `/v1/consent-requests/${id}`, decision)).status).toBe(404);
    const approved = await call('PATCH', `/v1/consent-requests/${id}`, decision);
    expect(approved.body.data.attributes.state).toBe('approved');
    const audited = await platform.auditEvents();
    expect(audited.find(({ action }) => action === 'consent_request.approved')).toMatchObject({
      detail: { scopes: SCOPES, resource: 'api' },
    });
    const again = await call('PATCH', `/v1/consent-requests/${id}`, { decision: 'denied' });
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'already_decided']);
    expect((await open()).url.searchParams.has('code')).toBe(true);
    // The app wants the page each time.
    const address = `${app.authorizeUrl(SCOPES)}&prompt=consent`;
    const page = await browser.open(address, platform.oauthUrl);
    const allowed = await browser.submit(page, { decision: 'allow' });
    expect(allowed.url.searchParams.has('code')).toBe(true);
    expect((await call('GET', '/v1/consent-requests')).body.data).toEqual([]);
    const done = await call('GET', '/v1/consent-requests?state=approved');
    expect(done.body.data).toHaveLength(1);
  });

  it('signs a user in who waits on the page, without another page', async () => {
    const { app, call, browser, consent } = await atConsentPage();
    const { href } = consent.url;
    const asked = await browser.submit(consent, { decision: 'ask' });
    expect(asked.html).toContain('Check again');
    expect((await browser.open(href, platform.oauthUrl)).html).toContain('Check again');
    const [{ id, attributes }] = (await call('GET', '/v1/consent-requests')).body.data;
    const decision = { decision: 'approved', scopes: attributes.scopes };
    await call('PATCH', `/v1/consent-requests/${id}`, decision);
    const arrived = await browser.open(href, platform.oauthUrl);
    expect(arrived.url.searchParams.has('code')).toBe(true);
    // A double click on "Check again" gets the same code.
    const twice = await browser.open(href, platform.oauthUrl);
    expect(twice.url.href).toBe(arrived.url.href);
    const audited = (await platform.auditEvents()).filter(
      ({ action, organizationId }) =>
        action === 'consent.granted' && organizationId === app.organizationId,
    );
    expect(audited).toHaveLength(1);
    // The app wants the page of a new request, which was not asked about.
    const address = `${app.authorizeUrl(SCOPES)}&prompt=consent`;
    expect((await browser.open(address, platform.oauthUrl)).html).toContain('value="allow"');
  });

  it('tells its users that an administrator has denied an app, and lets them ask again', async () => {
    const { call, browser, open, consent } = await atConsentPage();
    await browser.submit(consent, { decision: 'ask' });
    const [{ id }] = (await call('GET', '/v1/consent-requests')).body.data;
    await call('PATCH', `/v1/consent-requests/${id}`, { decision: 'denied' });
    const page = await open();
    expect(page.html).toContain('An administrator has denied it');
    const asked = await browser.submit(page, { decision: 'ask' });
    expect(asked.html).toContain('An administrator was asked');
  });

  it('attack: a user who sends the button that the page lacks gets no code', async () => {
    const { browser, consent } = await atConsentPage();
    const answer = await browser.submit(consent, { decision: 'allow' });
    expect([answer.status, answer.url.searchParams.has('code')]).toEqual([400, false]);
  });

  it('lets administrators consent for themselves', async () => {
    const { browser, consent } = await atConsentPage(['org']);
    const answer = await browser.submit(consent, { decision: 'allow' });
    expect(answer.url.searchParams.has('code')).toBe(true);
  });

  it('refuses a policy that does not exist', async () => {
    const { apiKey } = await newExternalApp(platform);
    const call = administrator(platform, apiKey);
    const refused = await call('PATCH', '/v1/organization', { consentPolicy: 'nobody' });
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([
      400,
      '/consentPolicy',
    ]);
    expect((await call('GET', '/v1/organization')).body.data.attributes.consentPolicy).toBe('user');
  });
});

it('a change of what assistants may do keeps who consents, and is audited', async () => {
  const app = await newExternalApp(platform);
  const call = administrator(platform, app.apiKey);
  const read = async () => (await call('GET', '/v1/organization')).body.data.attributes;
  expect(await read()).toMatchObject({ consentPolicy: 'user', assistants: 'read' });
  await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  const changed = await call('PATCH', '/v1/organization', { assistants: 'off' });
  expect(changed.body.data.attributes).toEqual({
    ...{ consentPolicy: 'administrator', assistants: 'off', requestMails: 'on' },
  });
  expect(await read()).toMatchObject({ consentPolicy: 'administrator', assistants: 'off' });
  expect((await call('PATCH', '/v1/organization', {})).status).toBe(400);
  const audit = `${platform.baseUrl}/v1/audit?filter[action]=organization.assistants_changed`;
  const headers = { authorization: `Bearer ${app.apiKey}` };
  const { data } = (await (await fetch(audit, { headers })).json()) as { data: object[] };
  expect(data).toMatchObject([{ attributes: { after: { assistants: 'off' } } }]);
});
