import { type ApiAnswer, apiCaller } from '@app-platform/testing/http/api-caller';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request, Route } from 'playwright-core';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

let platform: ConsolePlatform;
let acme: Organization;
let page: Page;
let user: string;

const { dialog, show, expectComplaints } = consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  await acme.register({ app: 'loyalty', visibility: 'private', title: 'Loyalty' });
  await acme.register({ app: 'parcels', title: 'Parcels' });
  user = await acme.newUser(['org.permission']);
  page = await platform.share(await acme.newUser(ADMINISTRATOR));
});

const button = (name: string) => dialog().getByRole('button', { name, exact: true });
const registry = (path: string) => apiCaller(platform.baseUrl, acme.apiKey)('GET', path);
const oauth = (path: string) => apiCaller(platform.oauthUrl, acme.apiKey)('GET', path);
const countIn = async (answer: Promise<ApiAnswer>) => (await answer).body.data.length;
const countOfAudit = async (answer: Promise<ApiAnswer>, action: string) =>
  (await answer).body.data.filter((one: Audited) => one.attributes.action === action).length;
type Audited = { attributes: { action: string } };

type Creation = {
  /** Of the dialog. */
  path: () => Promise<string>;
  fill?: () => Promise<void>;
  action: string;
  sentTo: RegExp;
  /** How many there are. */
  count: () => Promise<number>;
  /** The label of what is shown once. */
  shown: string;
};

const idOfUser = async () => {
  const { body } = await oauth(`/v1/users?query=${encodeURIComponent(user)}`);
  return body.data[0].id;
};
const idOfWebhook = async () => {
  const call = apiCaller(platform.baseUrl, acme.apiKey);
  const webhook = { url: 'https://hooks.example.com/secret', events: ['app.installed'] };
  return (await call('POST', '/v1/webhooks', webhook)).body.data.id;
};

const creations: Record<string, Creation> = {
  'a client secret': {
    path: async () => `/my-apps/loyalty_${acme.id}/access?visibility=private&dialog=rotate`,
    action: 'Make a new secret',
    sentTo: /\/secret\?/,
    count: () => countIn(registry(`/v1/apps/available/loyalty/secrets?visibility=private`)),
    shown: 'Client secret',
  },
  'a webhook': {
    path: async () => '/settings/webhooks?dialog=create',
    fill: async () => {
      await dialog().getByLabel('Address').fill('https://hooks.example.com/events');
      await dialog().getByLabel('An app is installed').check();
    },
    action: 'Create a webhook',
    sentTo: /\/v1\/webhooks$/,
    count: () => countIn(registry('/v1/webhooks')),
    shown: 'Signing secret',
  },
  'a signing secret': {
    path: async () => `/settings/webhooks/${await idOfWebhook()}?dialog=secret`,
    action: 'Make a new signing secret',
    sentTo: /\/secret$/,
    count: () => countOfAudit(registry('/v1/audit?page[size]=100'), 'webhook_secret.generated'),
    shown: 'Signing secret',
  },
  'an API key': {
    path: async () => '/settings/api-keys?dialog=create',
    fill: async () => {
      await dialog().getByLabel('Name').fill('Import');
      await dialog().getByLabel('Read the audit log').check();
    },
    action: 'Create an API key',
    sentTo: /\/v1\/api-keys$/,
    count: () => countIn(registry('/v1/api-keys')),
    shown: 'Import',
  },
  'an invitation': {
    path: async () => '/settings/users?dialog=invite',
    fill: () => dialog().getByLabel('Email address').fill(`invited-${Date.now()}@example.com`),
    action: 'Invite',
    sentTo: /\/v1\/users$/,
    count: () => countIn(oauth('/v1/users')),
    shown: 'Link',
  },
  'a link to set a password': {
    path: async () => `/settings/users/${await idOfUser()}?dialog=reset`,
    action: 'Create a reset link',
    sentTo: /\/reset-link$/,
    count: () =>
      countOfAudit(registry('/v1/audit?page[size]=100'), 'account.password_link_created'),
    shown: 'Link',
  },
};

/** The requests that create something, in order. */
function watch(sentTo: RegExp): { requests: Request[]; end: () => void } {
  const requests: Request[] = [];
  const note = (request: Request) => {
    if (request.method() === 'POST' && sentTo.test(request.url())) requests.push(request);
  };
  page.on('request', note);
  return { requests, end: () => page.off('request', note) };
}

const keyOf = (request: Request) => request.headers()['idempotency-key'];

/** Before anything is drawn. */
async function clickTwiceAtOnce(element: Locator): Promise<void> {
  await element.evaluate((clicked) => {
    const button = clicked as unknown as { click(): void };
    button.click();
    button.click();
  });
}

/**
 * Clicks twice in the middle of an element, `gap` milliseconds apart. The browser gets the events without waiting
 * for the page, which would make the gap longer on a busy machine.
 */
async function clickTwiceApart(selector: string, gap: number): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const browser = await page.context().newCDPSession(page);
  const dispatch = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased') =>
    browser.send('Input.dispatchMouseEvent', { ...at, type, button: 'left', clickCount: 1 });
  const click = () => [dispatch('mousePressed'), dispatch('mouseReleased')];
  await dispatch('mouseMoved');
  const first = click();
  await new Promise((resolve) => setTimeout(resolve, gap));
  await Promise.all([...first, ...click()]);
  await browser.detach();
}

async function open({ path, fill }: Creation): Promise<void> {
  await page.goto(`${platform.baseUrl}/console${await path()}`);
  await dialog().waitFor();
  await fill?.();
}

describe.each(Object.entries(creations))('%s', (_name, creation) => {
  it('is made once by two clicks in one task', async () => {
    await open(creation);
    const before = await creation.count();
    const { requests, end } = watch(creation.sentTo);
    await clickTwiceAtOnce(button(creation.action));
    await dialog().getByLabel(creation.shown).waitFor();
    end();
    expect([requests.length, await creation.count()]).toEqual([1, before + 1]);
  });

  it('is made once where every answer was lost until a later click', async () => {
    await open(creation);
    const before = await creation.count();
    const { requests, end } = watch(creation.sentTo);
    const answers: string[] = [];
    const lose = async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue();
      answers.push(await (await route.fetch()).text());
      await route.abort();
    };
    await page.route(creation.sentTo, lose);
    await button(creation.action).click();
    await dialog().locator('.notice.bad').waitFor();
    await page.unroute(creation.sentTo, lose);
    await button(creation.action).click();
    const shown = await dialog().getByLabel(creation.shown).inputValue();
    end();
    expectComplaints(/ERR_FAILED/);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain(shown);
    expect(new Set(requests.map(keyOf)).size).toBe(1);
    expect(await creation.count()).toBe(before + 1);
  });
});

it('a dialog that is opened again has another key', async () => {
  const creation = creations['a webhook'] as Creation;
  const { requests, end } = watch(creation.sentTo);
  for (let time = 0; time < 2; time += 1) {
    await open(creation);
    await button(creation.action).click();
    await dialog().getByLabel(creation.shown).waitFor();
  }
  end();
  expect(new Set(requests.map(keyOf)).size).toBe(2);
});

it('an installation is made once by two clicks in one task', async () => {
  await show('/apps/parcels?change=install');
  const { requests, end } = watch(/\/v1\/apps\/installed$/);
  const install = button('Install');
  await install.waitFor();
  await dialog().locator('button:disabled').waitFor({ state: 'detached' });
  await clickTwiceAtOnce(install);
  await page.getByText('Installed in version 0.0.1').waitFor();
  end();
  expect([requests.length, requests.map(keyOf).every(Boolean)]).toEqual([1, true]);
});

it('lists the secrets of an app, with the time at which each ends', async () => {
  await show(`/my-apps/loyalty_${acme.id}/access`);
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(1).getByText('When a new one is made').waitFor();
  await rows.nth(2).locator('time').nth(1).waitFor();
});

/** For so long the page handles no event after it has shown a dialog. */
const BUSY_MILLISECONDS = 700;

it.each([
  [0, 0],
  [250, 0],
  [0, BUSY_MILLISECONDS],
])(
  'two clicks on the button that opens a dialog leave it open, %s ms apart, in a page that is busy for %s ms',
  async (gap, busy) => {
    await show(`/apps/loyalty_${acme.id}`);
    await page.getByRole('button', { name: 'Install', exact: true }).waitFor();
    await page.evaluate(`new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[role=dialog]')) return;
      observer.disconnect();
      for (const end = performance.now() + ${busy}; performance.now() < end; );
    }).observe(document.body, { childList: true, subtree: true })`);
    await clickTwiceApart('main button:has-text("Install")', gap);
    await button('Install').waitFor();
    // Later it is an ordinary click outside.
    await page.waitForTimeout(600);
    await page.mouse.click(5, 5);
    await dialog().waitFor({ state: 'detached' });
  },
);
