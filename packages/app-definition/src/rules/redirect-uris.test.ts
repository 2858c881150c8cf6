import { describe, expect, it } from '@jest/globals';
import { pointersOf, refusalsOf } from '../../testing/test-definitions.ts';

describe('redirectUris', () => {
  it.each([
    'https://apps.example.com/oauth/callback',
    'https://apps.example.com',
    'HTTPS://apps.example.com/callback?tenant=a%20b',
    'https://[2001:db8::1]:8443/callback',
    'http://localhost/callback',
    'http://localhost:8080/callback',
    'http://127.0.0.1:3000/callback',
    'http://[::1]/callback',
    'com.example.tracker:/callback',
    'com.example.tracker://callback',
  ])('%s is accepted', (uri) => {
    expect(refusalsOf({ redirectUris: [uri] })).toEqual([]);
  });

  it.each([
    ['a plain host', 'http://apps.example.com/callback'],
    ['a host that begins with localhost', 'http://localhost.example.com/callback'],
    ['another form of the loopback address', 'http://127.1/callback'],
    ['the loopback address as a number', 'http://2130706433/callback'],
    ['a fragment', 'https://apps.example.com/callback#top'],
    ['an empty fragment', 'https://apps.example.com/callback#'],
    ['a wildcard host', 'https://*.example.com/callback'],
    ['an encoded wildcard host', 'https://%2a.example.com/callback'],
    ['a wildcard path', 'https://apps.example.com/*'],
    ['user information', 'https://user:secret@apps.example.com/callback'],
    ['empty user information', 'https://@apps.example.com/callback'],
    ['user information that looks like a host', 'http://localhost@apps.example.com/'],
    ['user information in a private-use scheme', 'com.example.tracker://user@callback'],
    ['a path', '/callback'],
    ['no scheme', 'apps.example.com/callback'],
    ['no host', 'https:///callback'],
    ['no slashes', 'https:apps.example.com/callback'],
    ['backslashes', 'https:\\\\apps.example.com\\callback'],
    ['a backslash behind the host', 'https://apps.example.com\\@other.example.com/'],
    ['a space', 'https://apps.example.com/call back'],
    ['a line break', 'https://apps.example.com/callback\n'],
    ['another script', 'https://аpps.example.com/callback'],
    ['a broken escape', 'https://apps.example.com/%zz'],
    ['a port that is none', 'https://apps.example.com:99999/callback'],
    ['a scheme without a dot', 'tracker:/callback'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['only a scheme', 'com.example.tracker:'],
    ['a template expression', 'https://{{host}}/callback'],
    ['too many characters', `https://apps.example.com/${'a'.repeat(8192)}`],
    ['nothing', ''],
  ])('with %s is refused', (_what, uri) => {
    expect(pointersOf(refusalsOf({ redirectUris: [uri] }))).toEqual(['/redirectUris/0']);
  });

  it('may not hold the same URI twice', () => {
    const uri = 'https://apps.example.com/callback';
    const redirectUris = [uri, `${uri}/`, uri];
    expect(pointersOf(refusalsOf({ redirectUris }))).toEqual(['/redirectUris/2']);
  });

  it('may have at most 100 elements', () => {
    const uris = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://apps.example.com/${index}`);
    expect(refusalsOf({ redirectUris: uris(100) })).toEqual([]);
    expect(pointersOf(refusalsOf({ redirectUris: uris(101) }))).toEqual(['/redirectUris']);
  });

  it('are refused if they are not an array of strings', () => {
    expect(pointersOf(refusalsOf({ redirectUris: 'https://apps.example.com' }))).toEqual([
      '/redirectUris',
    ]);
    expect(pointersOf(refusalsOf({ redirectUris: [5] }))).toEqual(['/redirectUris/0']);
  });
});
