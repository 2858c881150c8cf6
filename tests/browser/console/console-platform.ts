import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type Platform, startPlatform } from '../../flow/platform.ts';
import { postJson } from '../../flow/post-json.ts';
import { repositoryFolder } from '../../flow/run-process.ts';
import { launchChromium } from '../chromium.ts';
import { newWatchedPage } from '../well-made.ts';

const PASSWORD = 'correct horse battery staple';

export type Organization = {
  id: string;
  /** The operator verifies the organization. */
  verify(): Promise<void>;
  apiKey: string;
  /** Registers an app, with a title. @returns the name that it got */
  register(definition: Record<string, unknown>): Promise<string>;
  /** @returns the email address of a new user */
  newUser(roles: string[], email?: string): Promise<string>;
};

/** Both services with the built console, and a browser. */
export type ConsolePlatform = Platform & {
  browser: Browser;
  newOrganization(name: string): Promise<Organization>;
  /** Opens a page of the console and signs in. */
  open(email: string, path?: string, options?: OpenOptions): Promise<ConsolePage>;
};

type OpenOptions = { width?: number; colorScheme?: 'light' | 'dark' };

/** A page, and what its browser complained of. */
export type ConsolePage = { page: Page; complaints: string[] };

export async function startConsolePlatform(): Promise<ConsolePlatform> {
  const consoleFolder = join(repositoryFolder, 'dist/console');
  const platform = await startPlatform({ consoleFolder });
  const browser = await launchChromium();
  return {
    ...platform,
    browser,
    newOrganization: (name) => newOrganization(platform, name),
    open: (email, path = '', options = {}) => open(platform, browser, { email, path, ...options }),
    close: async () => {
      await browser.close();
      await platform.close();
    },
  };
}

let users = 0;

function newEmail(): string {
  users += 1;
  return `console-${users}@example.com`;
}

async function newOrganization(platform: Platform, name: string): Promise<Organization> {
  const { registryInternalUrl, oauthInternalUrl, operatorToken, baseUrl } = platform;
  const operator = (url: string, body: object) => postJson(url, operatorToken, body);
  const { id } = await operator(`${registryInternalUrl}/internal/organizations`, { name });
  const keys = `${registryInternalUrl}/internal/organizations/${id}/api-keys`;
  const { key: apiKey } = await operator(keys, { roles: ['org.admin', 'org.permission'] });
  return {
    id,
    apiKey,
    verify: async () => {
      await fetch(`${registryInternalUrl}/internal/organizations/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ verified: true }),
      });
    },
    register: async (definition) => {
      const body = { version: '0.0.1', title: 'An app', ...definition };
      const { data } = await postJson(`${baseUrl}/v1/apps/available`, apiKey, body);
      return data.attributes.name;
    },
    newUser: async (roles, email = newEmail()) => {
      const account = { organizationId: id, email, password: PASSWORD, roles };
      await operator(`${oauthInternalUrl}/internal/accounts`, account);
      return email;
    },
  };
}

async function open(
  platform: Platform,
  browser: Browser,
  { email, path, width = 1280, colorScheme }: OpenOptions & { email: string; path: string },
): Promise<ConsolePage> {
  const page = await newWatchedPage(browser);
  await page.setViewportSize({ width, height: 800 });
  if (colorScheme) await page.emulateMedia({ colorScheme });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${platform.baseUrl}/console${path}`);
  await signIn(page, email);
  await page.waitForURL(`${platform.baseUrl}/console${path}**`);
  return { page, complaints };
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.fill('#email', email);
  await page.fill('#password', PASSWORD);
  await page.click('button[type=submit]');
}

/** Nothing failed, and nothing was refused by the policy. */
export function expectNoComplaints({ complaints }: ConsolePage): void {
  expect(complaints).toEqual([]);
}
