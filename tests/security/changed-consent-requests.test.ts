import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const CUSTOMER = 'org.permission.customer';
const MAIL = 'org.permission.mail';
const OFFLINE = 'offline_access';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** An organization where administrators consent, with a signed-in user who may not. */
async function organization() {
  const app = await newExternalApp(platform, { userRoles: ['org.permission'] });
  await app.install();
  const call = administrator(platform, app.apiKey);
  await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  const browser = new Browser();
  const signIn = await browser.open(`${platform.oauthUrl}/account`, platform.oauthUrl);
  await browser.submit(signIn, { email: app.email, password: PASSWORD });
  const open = (scopes: string[]) => browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const ask = async (scopes: string[]) => {
    await browser.submit(await open(scopes), { decision: 'ask' });
  };
  const listed = async (): Promise<Listed> =>
    (await call('GET', '/v1/consent-requests')).body.data[0];
  const decide = (id: string, body: object) => call('PATCH', `/v1/consent-requests/${id}`, body);
  return { app, open, ask, listed, decide };
}

type Listed = { id: string; attributes: { scopes: string[]; state: string } };

/** Whether the app gets a code for the scopes without a page. */
async function isAllowed({ open }: { open: Opening }, scopes: string[]): Promise<boolean> {
  return (await open(scopes)).url.searchParams.has('code');
}

type Opening = Awaited<ReturnType<typeof organization>>['open'];

async function consentEvents({ organizationId }: ExternalApp) {
  const events = await platform.auditEvents();
  return events.filter(
    (event) =>
      event.organizationId === organizationId && event.action.startsWith('consent_request.'),
  );
}

describe('attack: a user asks for more while the administrator decides', () => {
  it('409 with the difference; the app gets nothing that nobody saw', async () => {
    const acme = await organization();
    await acme.ask([CUSTOMER, OFFLINE]);
    const { id, attributes } = await acme.listed();
    await acme.ask([CUSTOMER, MAIL]);
    const { scopes } = attributes;
    const refused = await acme.decide(id, { decision: 'approved', scopes });
    expect(refused.status).toBe(409);
    expect(refused.body.errors[0]).toMatchObject({
      code: 'request_changed',
      source: { pointer: '/scopes' },
      meta: { scopes: [CUSTOMER, MAIL], added: [MAIL], removed: [OFFLINE] },
    });
    expect((await acme.listed()).attributes).toMatchObject({ state: 'pending' });
    expect(await isAllowed(acme, [CUSTOMER])).toBe(false);
    expect(await consentEvents(acme.app)).toEqual([]);
    const again = (await acme.listed()).attributes.scopes;
    const approved = await acme.decide(id, { decision: 'approved', scopes: again });
    expect([approved.status, approved.body.data.attributes.scopes]).toEqual([200, again]);
    expect(await isAllowed(acme, [CUSTOMER, MAIL])).toBe(true);
  });

  it('refuses an approval that does not say what was seen', async () => {
    const acme = await organization();
    await acme.ask([CUSTOMER]);
    const { id } = await acme.listed();
    const refused = await acme.decide(id, { decision: 'approved' });
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      400,
      { code: 'invalid_body', source: { pointer: '/scopes' } },
    ]);
    expect((await acme.listed()).attributes.state).toBe('pending');
  });

  it('refuses scopes other than those of the request', async () => {
    const acme = await organization();
    await acme.ask([CUSTOMER, MAIL]);
    const { id } = await acme.listed();
    for (const scopes of [[], [CUSTOMER], [CUSTOMER, MAIL, OFFLINE], ['org']]) {
      const { status } = await acme.decide(id, { decision: 'approved', scopes });
      expect([scopes, status]).toEqual([scopes, 409]);
    }
    const { status } = await acme.decide(id, { decision: 'approved', scopes: [MAIL, CUSTOMER] });
    expect(status).toBe(200);
  });

  it('denies without scopes, and with those that were seen alone', async () => {
    const acme = await organization();
    await acme.ask([CUSTOMER]);
    const { id, attributes } = await acme.listed();
    await acme.ask([CUSTOMER, MAIL]);
    const seen = { decision: 'denied', scopes: attributes.scopes };
    expect((await acme.decide(id, seen)).status).toBe(409);
    expect((await acme.decide(id, { decision: 'denied' })).status).toBe(200);
  });

  it('never approves an ask that arrives at the same moment', async () => {
    const acme = await organization();
    const outcomes = new Set<number>();
    for (let round = 0; round < 12; round += 1) {
      const seen = [`org.permission.seen_${round}`];
      const more = [...seen, `org.permission.unseen_${round}`];
      await acme.ask(seen);
      const { id } = await acme.listed();
      const approval = { decision: 'approved', scopes: seen };
      const answers = await Promise.all([
        acme.decide(id, approval),
        acme.ask(more),
        acme.decide(id, approval),
      ]);
      for (const answer of answers) if (answer) outcomes.add(answer.status);
      expect(await isAllowed(acme, more)).toBe(false);
    }
    expect([...outcomes].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    for (const { detail } of await consentEvents(acme.app)) {
      expect(JSON.stringify(detail)).not.toContain('unseen');
    }
  });
});

describe('attack: a user asks by a page that was open before', () => {
  it('shows what was asked, and offers to ask for the rest', async () => {
    const acme = await organization();
    await acme.ask([CUSTOMER]);
    expect((await acme.open([CUSTOMER])).html).toContain('An administrator was asked');
    const wider = await acme.open([CUSTOMER, MAIL]);
    expect(wider.html).not.toContain('An administrator was asked');
    expect(wider.html).toContain('Ask an administrator');
  });
});
