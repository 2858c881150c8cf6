import { join } from 'node:path';
import { postJson } from '@app-platform/testing/http/api-caller';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { afterEach, beforeAll, expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../../platform/external-app.ts';
import { type Platform, startPlatform } from '../../platform/platform.ts';
import { type BrowserTests, browserTests, signIn } from '../browser-tests.ts';

const consoleFolder = join(repositoryFolder, 'dist/console');

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

export const ADMINISTRATOR = ['org.admin', 'org.permission'];

type OpenOptions = { width?: number };

/** Both services with the built console, and a browser. */
export type ConsolePlatform = Platform & {
  newOrganization(name: string): Promise<Organization>;
  /** A page in a context of its own, which ends with the test. */
  newPage(width?: number): Promise<Page>;
  /** Opens a page of the console and signs in. The page ends with the test, or with those of the file. */
  open(email: string, path?: string, options?: OpenOptions): Promise<ConsolePage>;
  /** Opens the page that the tests of the file share. */
  share(email: string, path?: string): Promise<Page>;
};

/** A page, and what its browser complained of. */
type ConsolePage = { page: Page; complaints: string[] };

/** The page that the tests of a file share, and its elements. */
export type SharedPage = {
  show(path: string): Promise<unknown>;
  button(name: string): Locator;
  link(name: string): Locator;
  heading(name: string): Locator;
  dialog(): Locator;
  /** Allows the complaints of the test that runs. @returns them */
  complaints(): string[];
  /** Allows the complaints of the test that runs which fit. There may be no others. */
  expectComplaints(expected: RegExp): void;
};

/** The client repeats a request that a service answers with 503, as where the OAuth service is late. */
const REPEATED = / status of 503 /;

/**
 * Starts both services with the built console before the tests of a file, and closes them after. No test may
 * leave a complaint of the browser about the shared page: what failed, and what the policy refused.
 * @param setUp what the tests begin with; the pages that it opens end with the tests of the file
 * @param options.usual what the pages of the file write by themselves
 */
export function consoleTests(
  setUp: (platform: ConsolePlatform) => Promise<void>,
  { usual = REPEATED }: { usual?: RegExp } = {},
): SharedPage {
  const isUnusual = (text: string) => !REPEATED.test(text) && !usual.test(text);
  const tests = browserTests(() => startPlatform({ consoleFolder }));
  let shared: ConsolePage | undefined;
  const sharedPage = () => {
    if (!shared) throw new Error('The tests share no page.');
    return shared;
  };
  const page = () => sharedPage().page;
  beforeAll(async () => {
    const { platform, newPage } = tests;
    await setUp({
      ...platform,
      newPage,
      newOrganization: (name) => newOrganization(platform, name),
      open: (email, path = '', options = {}) => open(tests, { email, path, ...options }),
      share: async (email, path = '') => {
        shared = await open(tests, { email, path });
        return shared.page;
      },
    });
    tests.keepPages();
  });
  afterEach(async () => {
    await shared?.page.unrouteAll({ behavior: 'ignoreErrors' });
    expect((shared?.complaints ?? []).filter(isUnusual)).toEqual([]);
  });
  return {
    show: (path) => page().goto(`${tests.platform.baseUrl}/console${path}`),
    button: (name) => page().getByRole('button', { name, exact: true }),
    link: (name) => page().getByRole('link', { name, exact: true }),
    heading: (name) => page().getByRole('heading', { name, exact: true }),
    dialog: () => page().getByRole('dialog'),
    complaints: () => sharedPage().complaints.splice(0),
    expectComplaints: (expected) => {
      const all = sharedPage().complaints.splice(0);
      expect(all.filter((text) => !expected.test(text) && isUnusual(text))).toEqual([]);
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
  { platform, newPage }: BrowserTests,
  { email, path, width }: OpenOptions & { email: string; path: string },
): Promise<ConsolePage> {
  const page = await newPage(width);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      complaints.push(`${message.text()} ${message.location().url}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${platform.baseUrl}/console${path}`);
  await signIn(page, email);
  await page.waitForURL(`${platform.baseUrl}/console${path}**`);
  return { page, complaints };
}
