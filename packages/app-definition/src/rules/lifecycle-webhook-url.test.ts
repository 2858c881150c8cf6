import { describe, expect, it } from '@jest/globals';
import { pointersOf, refusalsOf } from '../../testing/test-definitions.ts';
import { webhookUrlFault } from './lifecycle-webhook-url.ts';

const lifecycleWebhooks = (...urls: string[]) => ({
  lifecycleWebhooks: urls.map((url) => ({ url, events: ['app.installed'] })),
});

describe('lifecycleWebhooks', () => {
  it.each([
    'https://apps.example.com/events?tenant=a@b',
    'https://apps.example.com:443',
    'http://localhost:8080/events',
    'http://[::1]:8080/events',
  ])('%s is accepted', (url) => {
    expect(refusalsOf(lifecycleWebhooks(url))).toEqual([]);
  });

  it.each([
    ['a plain host', 'http://apps.example.com/events'],
    ['a host that begins with localhost', 'http://localhost.example.com/'],
    ['another port', 'https://apps.example.com:8443/events'],
    ['user information', 'https://user:secret@apps.example.com/'],
    ['empty user information', 'https://@apps.example.com/'],
    ['a fragment', 'https://apps.example.com/#'],
    ['a line break that could end a header', 'https://apps.example.com/\r\nX-Injected: 1'],
    ['an encoded host of another script', 'https://аpps.example.com/'],
    ['a space', 'https://apps.example.com/a b'],
    ['another scheme', 'file:///etc/passwd'],
    ['a template expression', 'https://{{host}}/events'],
    ['too many characters', `https://apps.example.com/${'a'.repeat(2048)}`],
  ])('with %s is refused', (_what, url) => {
    expect(pointersOf(refusalsOf(lifecycleWebhooks(url)))).toEqual(['/lifecycleWebhooks/0/url']);
  });

  it('that name one address twice are refused', () => {
    const url = 'https://apps.example.com/events';
    expect(pointersOf(refusalsOf(lifecycleWebhooks(url, url)))).toEqual([
      '/lifecycleWebhooks/1/url',
    ]);
  });

  it('with an unknown event, without any, or with another key are refused', () => {
    const url = 'https://apps.example.com/events';
    const refused = refusalsOf({
      lifecycleWebhooks: [
        { url, events: ['app.exploded'] },
        { url: `${url}/2`, events: [] },
        { url: `${url}/3`, events: ['app.installed'], secret: 'x' },
      ],
    });
    expect(pointersOf(refused)).toEqual([
      '/lifecycleWebhooks/0/events/0',
      '/lifecycleWebhooks/1/events',
      '/lifecycleWebhooks/2/secret',
    ]);
  });
});

it('http is for loopback hosts, and only where they are allowed', () => {
  expect(webhookUrlFault('http://localhost:8080/', { allowsLoopback: false })).toContain('https');
  expect(webhookUrlFault('http://localhost:8080/', { allowsLoopback: true })).toBeUndefined();
});
