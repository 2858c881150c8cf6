import { createLogger } from '@app-platform/runtime';
import { tokens } from '@app-platform/testing/credentials';
import { administrator, apiCaller, postJson } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { consoleToken, firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { MailServer } from '../platform/mail-server.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const REQUESTS = '/v1/installation-requests';
const PAGE = 'https://console.example.com/console/settings/requests';
const DAY_SECONDS = 86_400;
const WAIT_MILLISECONDS = 10_000;
const READER = 'org.permission.apps';

let mailServer: MailServer;
let platform: Platform;
/** Its user asks. */
let acme: ExternalApp;
let lastNumber = 0;

beforeAll(async () => {
  mailServer = await MailServer.start();
  platform = await startPlatform({ mailer: mailServer.mailer(), firstPartyRedirectUris });
});
afterAll(async () => {
  await platform.close();
  await mailServer.close();
});
beforeEach(async () => {
  mailServer.forgetMails();
  acme = await newExternalApp(platform, { userRoles: [READER] });
});

/** Another user of the organization. @returns the address */
async function newUser(roles: string[], isInvited = false, of = acme): Promise<string> {
  lastNumber += 1;
  const email = `person${lastNumber}@example.com`;
  const password = isInvited ? {} : { password: PASSWORD };
  await postJson(`${platform.oauthUrl}/v1/users`, of.apiKey, { email, roles, ...password });
  return email;
}

const settings = (change: object) =>
  administrator(platform, acme.apiKey)('PATCH', '/v1/organization', change);

async function newApp(title = 'Shipping labels'): Promise<string> {
  lastNumber += 1;
  const app = `wanted_${lastNumber}`;
  const definition = { app, title, version: '1.0.0', visibility: 'private' };
  const { data } = await postJson(`${platform.baseUrl}/v1/apps/available`, acme.apiKey, definition);
  return data.attributes.name;
}

/** As the user with an address, or the one of the organization, in the console. */
async function ask(
  app: string,
  { note, email = acme.email }: { note?: string; email?: string } = {},
) {
  const token = await consoleToken(platform, { email }, READER);
  const body = { app, ...(note !== undefined && { note }) };
  return apiCaller(platform.baseUrl, token)('POST', REQUESTS, body);
}

/** A mail that was begun before has arrived by then. */
async function settled(): Promise<void> {
  const marker = await newExternalApp(platform, { userRoles: [READER] });
  const email = await newUser(['org.admin'], false, marker);
  await ask(marker.name, { email: marker.email });
  await mailServer.mailTo(email);
}

describe('a request to install an app', () => {
  it('is mailed to each administrator of apps, inherited roles too, and to nobody else', async () => {
    const [apps, all] = [await newUser(['org.admin.apps']), await newUser(['org.admin'])];
    const invited = await newUser(['org.admin'], true);
    await mailServer.mailTo(invited);
    mailServer.forgetMails();
    const others = [await newUser(['org.admin.users']), invited];
    const elsewhere = await newExternalApp(platform, { userRoles: ['org.admin'] });
    expect((await ask(await newApp(), { note: 'For the help desk.' })).status).toBe(201);
    const mail = await mailServer.mailTo(apps);
    expect(mail).toContain('Subject: Request to install Shipping labels');
    expect(mail).toContain(`${acme.email} asks you to install “Shipping labels” for Acme.`);
    expect(mail).toContain('“For the help desk.”');
    expect(mail).toContain(PAGE);
    expect(mail).not.toContain(all);
    await mailServer.mailTo(all);
    await settled();
    for (const email of [...others, elsewhere.email, acme.email]) {
      expect(mailServer.hasMailTo(email)).toBe(false);
    }
  });

  it('sends one mail, however often and by whomever it is repeated', async () => {
    const email = await newUser(['org.admin']);
    const app = await newApp();
    await ask(app);
    await mailServer.mailTo(email);
    mailServer.forgetMails();
    await ask(app);
    await ask(app, { note: 'Please.' });
    await ask(app, { email: await newUser([READER]) });
    await settled();
    expect(mailServer.hasMailTo(email)).toBe(false);
  });

  it('sends none within a day of another one for the app that was withdrawn', async () => {
    const email = await newUser(['org.admin']);
    const app = await newApp();
    const withdraw = async () => {
      const { body } = await ask(app);
      await apiCaller(platform.baseUrl, acme.apiKey)('DELETE', `${REQUESTS}/${body.data.id}`);
    };
    await withdraw();
    await mailServer.mailTo(email);
    mailServer.forgetMails();
    await withdraw();
    await settled();
    expect(mailServer.hasMailTo(email)).toBe(false);
    await platform.passEphemeral(DAY_SECONDS);
    await withdraw();
    await mailServer.mailTo(email);
  });

  it('writes at most 20 administrators', async () => {
    const emails = await Promise.all(Array.from({ length: 22 }, () => newUser(['org.admin.apps'])));
    await ask(await newApp());
    await until('20 are written to', WAIT_MILLISECONDS, () => written(emails) >= 20);
    await settled();
    expect(written(emails)).toBe(20);
  });

  it('sends no more for 20 apps of an organization in a day', async () => {
    const email = await newUser(['org.admin']);
    const token = await consoleToken(platform, acme, READER);
    for (let asked = 0; asked < 20; asked += 1) {
      await apiCaller(platform.baseUrl, token)('POST', REQUESTS, { app: await newApp() });
    }
    await mailServer.mailTo(email);
    await settled();
    mailServer.forgetMails();
    expect((await ask(await newApp('The last one'))).status).toBe(201);
    await settled();
    expect(mailServer.hasMailTo(email)).toBe(false);
  });

  it('sends none where the organization wants none', async () => {
    const email = await newUser(['org.admin']);
    const off = await settings({ requestMails: 'off' });
    expect(off.body.data.attributes).toMatchObject({ requestMails: 'off', consentPolicy: 'user' });
    const app = await newApp();
    expect((await ask(app)).status).toBe(201);
    await settled();
    expect(mailServer.hasMailTo(email)).toBe(false);
    await settings({ requestMails: 'on' });
    await ask(await newApp());
    await mailServer.mailTo(email);
  });

  it('attack: neither a title nor a note adds a header, a line or a link', async () => {
    const email = await newUser(['org.admin']);
    // What the registry would refuse in a definition.
    const title = 'Labels\r\nBcc: victim@example.com\r\n\r\n<b>Now</b>';
    const note = 'Read\r\n\r\nthis: https://attacker.example/path';
    const mails = `organizations/${acme.organizationId}/installation-request-mails`;
    await postJson(`${platform.oauthInternalUrl}/internal/${mails}`, tokens.serviceToken, {
      ...{ userId: await userOf(platform, acme), app: 'labels', title, note },
    });
    const mail = await mailServer.mailTo(email);
    expect(mail).toContain('asks you to install “labels” for Acme.');
    expect(mail).toContain('Read it in the console.');
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).not.toMatch(/Bcc:|attacker/);
    expect(mailServer.hasMailTo('victim@example.com')).toBe(false);
  });
});

function written(emails: string[]): number {
  return emails.filter((email) => mailServer.hasMailTo(email)).length;
}

describe('a request that an administrator allows an app', () => {
  async function askOnConsentPage(app = acme, email = acme.email): Promise<void> {
    const browser = new Browser();
    const scopes = ['org.permission.apps'];
    const signIn = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email, password: PASSWORD });
    const asked = await browser.submit(consent, { decision: 'ask' });
    expect(asked.html).toContain('An administrator was asked');
  }

  it('is mailed to administrators of users, once for all who ask', async () => {
    const [users, apps] = [await newUser(['org.admin.users']), await newUser(['org.admin.apps'])];
    await acme.install();
    await settings({ consentPolicy: 'administrator' });
    await askOnConsentPage();
    const mail = await mailServer.mailTo(users);
    expect(mail).toContain('Subject: Request to allow Order <Tracker>');
    expect(mail).toContain(`${acme.email} asks you to allow “Order <Tracker>” for Acme.`);
    expect(mail).toContain(PAGE);
    mailServer.forgetMails();
    await askOnConsentPage(acme, await newUser([READER]));
    await settled();
    expect([users, apps].filter((email) => mailServer.hasMailTo(email))).toEqual([]);
  });

  it('is not mailed where the organization wants no mails', async () => {
    const email = await newUser(['org.admin.users']);
    await acme.install();
    await settings({ consentPolicy: 'administrator', requestMails: 'off' });
    await askOnConsentPage();
    await settled();
    expect(mailServer.hasMailTo(email)).toBe(false);
  });
});

it('a request costs nothing where the mail server fails', async () => {
  const logLines: string[] = [];
  const logger = createLogger('mail', 'error', { write: (line) => void logLines.push(line) });
  const stopped = await MailServer.start();
  const mailer = stopped.mailer(logger);
  await stopped.close();
  const other = await startPlatform({ mailer, firstPartyRedirectUris });
  const asking = await newExternalApp(other, { userRoles: [READER] });
  const user = { email: 'admin@example.com', roles: ['org.admin'], password: PASSWORD };
  await postJson(`${other.oauthUrl}/v1/users`, asking.apiKey, user);
  const call = apiCaller(other.baseUrl, await consoleToken(other, asking, READER));
  expect((await call('POST', REQUESTS, { app: asking.name })).status).toBe(201);
  await until('a mail fails', WAIT_MILLISECONDS, () =>
    logLines.some((line) => line.includes('mail not sent')),
  );
  expect((await call('GET', REQUESTS)).body.data).toHaveLength(1);
  await other.close();
  await mailer.close();
});
