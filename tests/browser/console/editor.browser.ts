import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn } from '../browser-tests.ts';
import { picture, pictureOfWindow } from '../chromium.ts';
import { expectWellMade, tabTo } from '../well-made.ts';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

let platform: ConsolePlatform;
let acme: Organization;
let email: string;
let page: Page;

const { button, show } = consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  await acme.register({ app: 'points', version: '1.2.0', title: 'Points', visibility: 'private' });
  email = await acme.newUser(ADMINISTRATOR);
  page = await platform.share(email, '/my-apps/new');
  await editor().waitFor();
});

const editor = () => page.getByRole('textbox', { name: 'App definition' });
const findings = () => page.getByRole('region', { name: 'Findings' });

/** The editor's text, which may have more lines than it shows. */
const textOf = async () => (await editor().locator('.cm-line').allTextContents()).join('\n');

/** Pastes in place of everything. */
async function paste(text: string): Promise<void> {
  await editor().focus();
  await page.keyboard.press('Control+A');
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const pasting = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('.cm-content').dispatchEvent(pasting);
  }`);
}

it('lints as one types, in a worker under the strict policy', async () => {
  await editor().focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('{"app": "loyalty", "iconURL": 5}');
  await findings().getByText('Add it, for example').waitFor();
  await findings().getByText('is not a property').waitFor();
  await paste('{\n  "app": 1,,\n}');
  await findings().getByText('This is no JSON').first().waitFor();
});

it('leads to the place of a finding, and fixes it by a click in the list or in the text', async () => {
  await paste('{\n  "app": "loyalty",\n  "version": "v1.0.0",\n  "visibility": "Private"\n}\n');
  await findings()
    .getByRole('button', { name: /^Fix: `version`/ })
    .waitFor();
  await findings().getByRole('button', { name: 'Go to line 3' }).click();
  expect(await page.locator('.cm-activeLine').textContent()).toContain('v1.0.0');
  await findings()
    .getByRole('button', { name: /^Fix: `version`/ })
    .click();
  await findings().getByText('v1.0.0').waitFor({ state: 'detached' });
  await page.locator('.cm-lintRange-error').hover();
  await page.locator('.cm-tooltip-lint').waitFor();
  await pictureOfWindow(page, 'console-editor-tooltip-1280');
  await page.locator('.cm-diagnosticAction').click();
  await findings().getByText('Error', { exact: true }).waitFor({ state: 'detached' });
  expect(await textOf()).toBe(
    '{\n  "app": "loyalty",\n  "version": "1.0.0",\n  "visibility": "private"\n}\n',
  );
});

it('is well made in every width, in light and dark', async () => {
  const roles = Array.from({ length: 60 }, (_, number) => `org.permission.role${number}`);
  await paste(JSON.stringify({ app: 'loyalty', version: 'v1.0.0', roles }, null, 2));
  await findings()
    .getByRole('button', { name: /^Fix: `version`/ })
    .waitFor();
  await expectWellMade(page, 'console-editor');
});

it('completes keys and values from the published schema', async () => {
  await paste('{\n  "app": "loyalty",\n  \n}');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type('"visib');
  await page.getByRole('option', { name: 'visibility' }).waitFor();
  await pictureOfWindow(page, 'console-editor-completion-1280');
  await page.getByRole('option', { name: 'visibility' }).click();
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: '"public"' }).click();
  expect(await textOf()).toBe('{\n  "app": "loyalty",\n  "visibility": "public"\n}');
});

it('keeps the text through a reload and the end of the session', async () => {
  await paste('{ "app": "kept" }');
  await findings().getByText('is missing').waitFor();
  await page.reload();
  await editor().getByText('kept').waitFor();
  await page.context().clearCookies();
  await page.reload();
  await signIn(page, email);
  await editor().waitFor();
  expect(await textOf()).toBe('{ "app": "kept" }');
});

it('takes a dropped file, and one that is opened', async () => {
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{ "app": "dropped" }'], 'app.json'));
    const dropping = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector('.cm-content').dispatchEvent(dropping);
  }`);
  await editor().getByText('dropped').waitFor();
  const choosing = page.waitForEvent('filechooser');
  await button('Open a file').click();
  const file = { name: 'app.json', mimeType: 'application/json' };
  await (await choosing).setFiles({ ...file, buffer: Buffer.from('{ "app": "opened" }') });
  await editor().getByText('opened').waitFor();
  await button('Start over').click();
  expect(await textOf()).toContain('definition-schema.json');
});

it('keeps its text where a file is not UTF-8, and says where', async () => {
  await paste('{ "app": "kept" }');
  await editor().getByText('kept').waitFor();
  const choosing = page.waitForEvent('filechooser');
  await button('Open a file').click();
  const buffer = Buffer.from('{ "app": "café" }', 'latin1');
  await (await choosing).setFiles({ name: 'app.json', mimeType: 'application/json', buffer });
  await page.getByText('app.json was not opened. Line 1, column 14: Expected UTF-8').waitFor();
  await picture(page, 'console-editor-not-utf-8-1280');
  expect(await textOf()).toBe('{ "app": "kept" }');
  await paste('{ "app": "other" }');
  await page.getByText('was not opened').waitFor({ state: 'detached' });
});

it('sends the text as it is written, without comments, and no key twice', async () => {
  const written = (more: string) =>
    `{\n  "app": "points", // none\n  "version": "1.2.1",\n  "title": "P\\u006fints",\n  "visibility": "private"${more}\n}`;
  await paste(written(',\n  "title": "Other"'));
  await findings().getByText('This object has the key more than once').waitFor();
  await button('Check').click();
  await page.getByText('The text cannot be sent yet.').waitFor();
  await paste(written(','));
  await findings().getByText('more than once').waitFor({ state: 'detached' });
  // Playwright does not show a body that is a stream.
  await page.addInitScript(`{
    const send = window.fetch;
    window.sentBodies = [];
    window.fetch = async (request, ...options) => {
      if (request instanceof Request) window.sentBodies.push(await request.clone().text());
      return send(request, ...options);
    };
  }`);
  await page.reload();
  await button('Check').click();
  await page.getByText('The registry accepts this definition.').waitFor();
  const sent = await page.evaluate('window.sentBodies');
  expect(sent).toContain(written('').replace('// none', ''));
});

it('shows what only the registry knows, at its place', async () => {
  await paste(
    '{\n  "app": "points",\n  "version": "1.2.1",\n  "identifier": "other",\n  "title": "Points",\n  "visibility": "private"\n}\n',
  );
  await button('Check').click();
  await page.getByText('does not accept this definition').waitFor();
  await findings().getByText('Registry').waitFor();
  await picture(page, 'console-editor-refused-1280');
  await findings().getByRole('button', { name: /^Fix/ }).first().click();
  await findings().getByText('Registry').waitFor({ state: 'detached' });
  expect(await textOf()).not.toContain('identifier');
  await button('Check').click();
  await page.getByText('The registry accepts this definition.').waitFor();
  await button('Save as draft').click();
  await page.getByText(/^The draft of points.* is kept until/).waitFor();
  await button('Install it in your organization').click();
  await page.getByText('It is installed in your organization.').waitFor();
  await paste('{ "app": "points" }');
  await button('Open the draft').click();
  await editor().getByText('1.2.1').waitFor();
});

it('lists drafts among own apps, and goes on with one', async () => {
  await show('/my-apps');
  const row = page.getByRole('row', { name: /Points/ });
  await row.getByText('1.2.1').waitFor();
  await expectWellMade(page, 'console-my-apps-drafts');
  await row.getByRole('link', { name: 'Points' }).click();
  await page.getByRole('heading', { name: `Draft of points_${acme.id}` }).waitFor();
  await editor().getByText('1.2.1').waitFor();
});

it('begins another version with the definition of the one before', async () => {
  await show(`/my-apps/points_${acme.id}/edit?at=/version`);
  await editor().waitFor();
  expect(await page.locator('.cm-activeLine').textContent()).toBe('  "version": "1.2.1",');
  expect(await textOf()).toContain('"title": "Points"');
  await button('Register').click();
  await page.waitForURL('**/versions?**');
  await page.getByText('Version 1.2.1 is registered.').waitFor();
});

it('registers an app by keyboard alone', async () => {
  await show('/my-apps');
  await page.getByRole('link', { name: 'Register an app' }).waitFor();
  await tabTo(page, 'main a.button');
  await page.keyboard.press('Enter');
  await editor().waitFor();
  await tabTo(page, '.cm-content');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(
    '{"app": "typed", "version": "1.0", "visibility": "private", "title": "Typed',
  );
  await findings()
    .getByRole('button', { name: /^Fix: `version`/ })
    .waitFor();
  // The Tab key leaves the editor.
  await tabTo(page, 'button[aria-label^="Fix"]');
  await page.keyboard.press('Enter');
  await findings().getByText('Error', { exact: true }).waitFor({ state: 'detached' });
  await tabTo(page, 'main .actions button:last-child');
  await page.keyboard.press('Enter');
  await page.getByText('Version 1.0.0 is registered.').waitFor();
});

it('shows the secrets of new webhooks one after the other, before it leaves', async () => {
  await show('/my-apps/new');
  await editor().waitFor();
  const definition = (version: string, ...paths: string[]) =>
    JSON.stringify({
      ...{ app: 'hooked', version, title: 'Hooked', visibility: 'private' },
      lifecycleWebhooks: paths.map((path) => ({
        url: `http://127.0.0.1:9/${path}`,
        events: ['app.yanked'],
      })),
    });
  await paste(definition('1.0.0', 'one', 'two'));
  await button('Register').click();
  for (const path of ['one', 'two']) {
    const secret = page.getByLabel(`Signing secret of http://127.0.0.1:9/${path}`);
    await secret.waitFor();
    expect(await secret.inputValue()).toMatch(/^whsec_/);
    await expectWellMade(page, `console-new-webhook-secret-${path}`);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  }
  await page.getByText('Version 1.0.0 is registered.').waitFor();
});

it('shows a secret in the definition of a public app as an error', async () => {
  await show('/my-apps/new');
  await editor().waitFor();
  const auth = { oauth2: { clientSecret: 'swordfish' } };
  await paste(
    JSON.stringify({ app: 'leaky', version: '1.0.0', title: 'L', visibility: 'public', auth }),
  );
  const leaked = findings().getByText(/holds a credential, which every organization can read/);
  await leaked.waitFor();
  await button('Register').click();
  await page.getByText('The registry does not accept this definition yet.').waitFor();
  expect(await leaked.count()).toBe(1);
});
