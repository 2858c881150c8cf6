import { describe, expect, it } from '@jest/globals';
import { lintOf } from '../../testing/test-definitions.ts';

const privateHosts = [
  'localhost',
  'api.localhost',
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1:8443',
  '169.254.169.254',
  '100.64.0.1',
  '[::1]',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  'printer.local',
  'db.prod.internal',
  'backend',
  'nas.home.arpa',
  'user:pw@10.0.0.1',
  'LOCALHOST',
  'localhost.',
];
const publicHosts = [
  'api.order-tracker.test',
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '100.128.0.1',
  '[2606:4700::1]',
  '[::ffff:8.8.8.8]',
  'internal.order-tracker.test',
  '{{settings.shop.region}}.order-tracker.test',
  '{{settings.shop.host}}',
];

describe('private-host', () => {
  it.each(privateHosts)('reports %s', (host) => {
    expect(lintOf('private-host', { website: `https://${host}/x` })).toEqual(['/website']);
  });

  it.each(publicHosts)('does not report %s', (host) => {
    expect(lintOf('private-host', { website: `https://${host}/x` })).toEqual([]);
  });

  it('reports URLs wherever they are', () => {
    const actions = [{ inputTemplate: { uri: 'https://10.0.0.1/{{number}}' } }];
    expect(lintOf('private-host', { actions })).toEqual(['/actions/0/inputTemplate/uri']);
  });

  it('allows loopback hosts of native apps, and no other private host, in redirect URIs', () => {
    const redirectUris = [
      'http://localhost:1/',
      'http://127.0.0.1/',
      'http://[::1]/',
      'https://10.0.0.1/',
    ];
    expect(lintOf('private-host', { redirectUris })).toEqual(['/redirectUris/3']);
  });

  it('does not report the address of the schema, or a URL within a text', () => {
    const texts = {
      $schema: 'http://localhost:4000/schema',
      description: 'See http://localhost/.',
    };
    expect(lintOf('private-host', texts)).toEqual([]);
  });
});

describe('insecure-url', () => {
  it('reports http, with https as the fix', () => {
    const fix = [
      { op: 'replace', path: '/website', value: 'https://order-tracker.test/?a=http://b' },
    ];
    expect(lintOf('insecure-url', { website: 'HTTP://order-tracker.test/?a=http://b' })).toEqual([
      ['/website', fix],
    ]);
  });

  it('leaves redirect URIs to registration, and private hosts to their rule', () => {
    const redirectUris = ['http://apps.order-tracker.test/'];
    expect(lintOf('insecure-url', { redirectUris, website: 'http://10.0.0.1/' })).toEqual([]);
  });
});
