import { postJson } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectToFit, pictureOfWindow } from '../chromium.ts';
import { expectNoAxeViolations, messagesOf } from '../well-made.ts';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

const APPS = 120;
/** At any time. A window of 800 pixels shows a few rows of cards. */
const MOST_CARDS = 60;
const LONG = 'A title that goes on and on, about points, levels, orders, refunds and much else';

let platform: ConsolePlatform;
let acme: Organization;
let administrator: string;

consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  const labs = await platform.newOrganization('Example Labs');
  administrator = await acme.newUser(ADMINISTRATOR);
  await labs.register({ app: 'popular', title: 'Popular app', tags: ['ai'] });
  await labs.register({
    ...{ app: 'loyalty', title: LONG, tags: ['ai'] },
    description:
      '# Points\n\nShows **points** and [levels](https://labs.example.com) in one line.\n\nMore.',
  });
  await postJson(`${platform.baseUrl}/v1/apps/installed`, labs.apiKey, { app: 'popular' });
  for (let number = 0; number < APPS; number += 1) {
    const app = `many_${String(number).padStart(3, '0')}`;
    await acme.register({ app, title: `Many ${number}`, visibility: 'private' });
  }
});

const cards = (page: Page) => page.getByRole('article');

function expectTitles(page: Page, titles: string[]): Promise<void> {
  return until(`the first cards are ${titles}`, 20_000, async () => {
    const shown = await cards(page).getByRole('heading').allTextContents();
    return titles.every((title, index) => shown[index] === title);
  });
}

async function openDirectory(path: string, width = 1280): Promise<Page> {
  const { page } = await platform.open(administrator, `/directory${path}`, { width });
  await cards(page).first().waitFor();
  return page;
}

describe.each([1280, 390])('the directory at %i px', (width) => {
  it('is sorted, and the order is in the address', async () => {
    const page = await openDirectory('?tag=ai', width);
    await expectTitles(page, [LONG, 'Popular app']);
    await page.getByLabel('Sort by').selectOption('Most installed');
    await expectTitles(page, ['Popular app', LONG]);
    expect(new URL(page.url()).search).toBe('?tag=ai&sort=most_installed');
    await page.reload();
    await expectTitles(page, ['Popular app', LONG]);
    await page.getByLabel('Sort by').selectOption('Newest');
    await expectTitles(page, [LONG, 'Popular app']);
    await pictureOfWindow(page, `console-directory-sorted-${width}`);
    await expectToFit(page);
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await pictureOfWindow(page, `console-directory-dark-${width}`);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expectTitles(page, [`Many ${APPS - 1}`]);
    expect(messagesOf(page)).toEqual([]);
  });

  it('shows cards that have a line of description and two of title at most', async () => {
    const page = await openDirectory('?q=levels', width);
    await expectTitles(page, [LONG]);
    const card = cards(page).first();
    await card.getByText('Shows points and levels in one line.').waitFor();
    const linesOf = (selector: string) =>
      page.evaluate<number>(`(() => {
        const element = document.querySelector('${selector}');
        return Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight));
      })()`);
    expect(await linesOf('.app-card h2')).toBeLessThanOrEqual(2);
    expect(await linesOf('.app-card .app-description')).toBe(1);
  });

  it('has a part of a long list in the document, and reads on while one scrolls', async () => {
    const page = await openDirectory('?sort=newest', width);
    const last = page.getByRole('heading', { name: 'Popular app', exact: true });
    await until('the last app is shown', 60_000, async () => {
      await page.mouse.wheel(0, 2_000);
      expect(await cards(page).count()).toBeLessThan(MOST_CARDS);
      return last.isVisible();
    });
    await page.getByText(`${APPS + 2} apps`).waitFor({ state: 'attached' });
    await pictureOfWindow(page, `console-directory-end-${width}`);
    await expectToFit(page);
    expect(messagesOf(page)).toEqual([]);
  });
});
