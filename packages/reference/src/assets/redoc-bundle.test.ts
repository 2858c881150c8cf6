import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { replaceText } from './redoc-bundle.ts';

describe('replaceText', () => {
  it.each([1, 2, 3, 7, 100])('finds the text in chunks of %i bytes', async (size) => {
    const bytes = Buffer.from('xabcé abab abcabc ü ab');
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    const result = await buffer(Readable.from(chunks).pipe(replaceText('abc', '-')));
    expect(result.toString()).toBe('x-é abab -- ü ab');
  });
});
