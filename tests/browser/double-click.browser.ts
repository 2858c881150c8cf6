import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { launchChromium } from './chromium.ts';

const SCOPES = ['org.permission.customer'];
/** Of each answer of the store, so that the second click comes before the first one's answer. */
const DELAY_MILLISECONDS = 40;
/** From within a real double click to after the first form has been handled. */
const GAPS = [10, 120, 350];
let platform: Platform;
let browser: Browser;
let app: ExternalApp;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  platform = await startPlatform({ ephemeralDelayMilliseconds: DELAY_MILLISECONDS });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

beforeEach(async () => {
  app = await newExternalApp(platform);
  await app.install();
  context = await browser.newContext();
  page = await context.newPage();
  await page.route('https://app.example.com/**', (route) => route.fulfill({ body: 'arrived' }));
  await page.goto(app.authorizeUrl(SCOPES));
});

/** Presses the mouse button twice on an element, whatever the first click starts. */
async function clickTwice(selector: string, gap: number): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await new Promise((resolve) => setTimeout(resolve, gap));
  await page.mouse.click(x, y);
}

async function fillSignIn(): Promise<void> {
  await page.fill('input[name=email]', app.email);
  await page.fill('input[name=password]', PASSWORD);
}

async function expectArrival(): Promise<void> {
  await page.waitForSelector('text=arrived', { timeout: 10_000 });
  const { searchParams } = new URL(page.url());
  const grant = { grant_type: 'authorization_code', redirect_uri: app.redirectUri };
  const answer = await app.token({ ...grant, code: searchParams.get('code') ?? '' });
  expect(answer.status).toBe(200);
  await context.close();
}

describe.each(GAPS)('two clicks %d ms apart', (gap) => {
  it('on Sign in lead to the consent page, and on Allow to the app', async () => {
    await fillSignIn();
    await clickTwice('button[type=submit]', gap);
    await page.waitForSelector('button[value=allow]', { timeout: 10_000 });
    await clickTwice('button[value=allow]', gap);
    await expectArrival();
  });
});

it('Enter, pressed twice, leads to the consent page', async () => {
  await fillSignIn();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForSelector('button[value=allow]', { timeout: 10_000 });
  await context.close();
});
