import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const FORM = 'application/x-www-form-urlencoded';
const tooMany = Array.from({ length: 11 }, (_, index) => `field${index}=x`).join('&');

const paths = [
  '/account/sign-in',
  '/account/sign-out',
  '/account/apps/revoke',
  '/interaction/any/sign-in',
  '/interaction/any/consent',
];

const bodies: [string, number, string, Record<string, string>][] = [
  ['more than ten fields', 413, tooMany, {}],
  ['20 kB', 413, `email=${'x'.repeat(20_000)}`, {}],
  ['an unknown character set', 415, 'email=x', { 'content-type': `${FORM}; charset=koi8-r` }],
  ['an unknown content encoding', 415, 'email=x', { 'content-encoding': 'foo' }],
  ['gzip that is none', 400, 'email=x', { 'content-encoding': 'gzip' }],
];

describe.each(paths)('attack: a form that cannot be read, sent to %s', (path) => {
  it.each(bodies)('%s is a page with %i', async (_what, status, body, headers) => {
    const answer = await fetch(`${platform.oauthUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': FORM, ...headers },
      body,
      redirect: 'manual',
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('This form cannot be read');
  });
});
