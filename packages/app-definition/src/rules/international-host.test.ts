import { describe, expect, it } from '@jest/globals';
import { definitionWith } from '../../testing/test-definitions.ts';
import { inspectDefinition } from '../lint/inspect-definition.ts';
import { asciiAddress } from '../text/addresses.ts';
import { webhookUrlFault } from './lifecycle-webhook-url.ts';

describe('an address with an international host', () => {
  it.each([
    ['https://bücher.example.org/e', 'https://xn--bcher-kva.example.org/e'],
    ['https://Bücher.example.org:8443', 'https://xn--bcher-kva.example.org:8443'],
    ['https://例え.テスト/?q=ü#a', 'https://xn--r8jz45g.xn--zckzah/?q=%C3%BC#a'],
  ])('%s is %s in A-labels', (address, expected) => {
    expect(asciiAddress(address)?.address).toBe(expected);
  });

  it.each([
    'https://apps.example.org/ü',
    'https://ü..\u0000/',
    'mailto:a@bücher.org',
    'https://\ud800.org/',
    'bücher.org',
  ])('%j is none, or has no such form', (address) => {
    expect(asciiAddress(address)).toBeUndefined();
  });

  it('is refused for a webhook and a redirect URI, with the A-labels as the correction', () => {
    const url = 'https://bücher.example.org/e';
    const ascii = 'https://xn--bcher-kva.example.org/e';
    const { errors } = inspectDefinition(
      definitionWith({
        redirectUris: [url],
        lifecycleWebhooks: [{ url, events: ['app.installed'] }],
      }),
    );
    const detail = expect.stringContaining('Write it in punycode: xn--bcher-kva.example.org.');
    expect(errors).toMatchObject([
      { detail, fix: [{ op: 'replace', path: '/redirectUris/0', value: ascii }] },
      { detail, fix: [{ op: 'replace', path: '/lifecycleWebhooks/0/url', value: ascii }] },
    ]);
    expect(webhookUrlFault(ascii, { allowsLoopback: false })).toBeUndefined();
  });
});
