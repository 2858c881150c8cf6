import { describe, expect, it } from '@jest/globals';
import { originForm } from './origin-form.ts';

describe('a request target', () => {
  it.each([
    ['/v1/me?a=b', '/v1/me?a=b'],
    ['http://a.example/v1/me?a=b', '/v1/me?a=b'],
    ['HTTPS://a.example:8080/v1/me', '/v1/me'],
    ['http://a:99999/v1/me', '/v1/me'],
    ['http://[/v1/me', '/v1/me'],
    ['http:///v1/me', '/v1/me'],
    ['http://a.example', '/'],
    ['http://a.example?a=b', '/?a=b'],
    ['//a.example/v1/me', '//a.example/v1/me'],
    ['*', '*'],
  ])('%s becomes %s', (target, path) => {
    expect(originForm(target)).toBe(path);
  });
});
