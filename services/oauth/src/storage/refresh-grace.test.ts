import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { RefreshGrace } from './refresh-grace.ts';

const key = new Uint8Array(32).fill(1);

describe('the refresh grace', () => {
  const token = { id: 'token', grantId: 'grant' };
  const successorBy = (bytes: Uint8Array, rotated = token) =>
    new RefreshGrace([bytes], 10).successorOf(rotated);

  it('derives the same successor on every replica, and different ones for other tokens, grants and keys', () => {
    const successor = successorBy(key);
    expect(new RefreshGrace([Uint8Array.from(key)], 99).successorOf(token)).toBe(successor);
    expect(successorBy(key, { ...token, id: 'tokem' })).not.toBe(successor);
    expect(successorBy(key, { ...token, grantId: 'grand' })).not.toBe(successor);
    expect(successorBy(new Uint8Array(32))).not.toBe(successor);
  });

  it('knows the successor that the release before derived, without the grant', () => {
    const ofBefore = createHmac('sha256', key).update('token').digest('base64url');
    const grace = new RefreshGrace([key], 10);
    expect(grace.possibleSuccessorsOf(token)).toEqual([successorBy(key), ofBefore]);
    grace.noteIssued(token, ofBefore);
    expect(grace.successorOf(token)).toBe(ofBefore);
  });

  it('derives successors of 256 bits in URL-safe characters', () => {
    expect(successorBy(key)).toMatch(/^[\w-]{43}$/);
  });

  it('ends to the millisecond, and can be zero', () => {
    const consumedAt = new Date(1_000_000);
    const after = (milliseconds: number) => new Date(consumedAt.getTime() + milliseconds);
    expect(new RefreshGrace([key], 10).isYoung(consumedAt, after(9_999))).toBe(true);
    expect(new RefreshGrace([key], 10).isYoung(consumedAt, after(10_000))).toBe(false);
    expect(new RefreshGrace([key], 0).isYoung(consumedAt, consumedAt)).toBe(false);
  });
});
