import { describe, expect, it } from '@jest/globals';
import { readChainToken } from '../database/chain-token.ts';
import { RefreshTokens } from './refresh-tokens.ts';

const key = new Uint8Array(32).fill(1);
const otherKey = new Uint8Array(32);

describe('refresh tokens', () => {
  const made = new RefreshTokens([key], 10);
  const token = { id: made.first('grant'), grantId: 'grant' };
  const without = { id: 'token', grantId: 'grant' };

  it('begin chains of 256 random bits, and follow in them', () => {
    const first = readChainToken(token.id);
    expect(first).toEqual({
      chain: expect.stringMatching(/^[\w-]{43}$/),
      generation: 0,
      secret: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(readChainToken(made.first('grant'))?.chain).not.toBe(first?.chain);
    const successor = readChainToken(made.successorOf(token));
    expect(successor).toMatchObject({ chain: first?.chain, generation: 1 });
    expect(successor?.secret).not.toBe(first?.secret);
  });

  it.each([
    ['of a chain', token],
    ['of the release before', without],
  ])(
    '%s have the same successor on every replica, and others for other tokens, grants and keys',
    (_, rotated) => {
      const successor = made.successorOf(rotated);
      expect(new RefreshTokens([Uint8Array.from(key)], 99).successorOf(rotated)).toBe(successor);
      expect(made.successorOf({ ...rotated, id: made.first('grant') })).not.toBe(successor);
      expect(made.successorOf({ ...rotated, grantId: 'grand' })).not.toBe(successor);
      expect(new RefreshTokens([otherKey], 10).successorOf(rotated)).not.toBe(successor);
    },
  );

  it('are what a replica with another key has issued, once that is noted', () => {
    const ofOther = new RefreshTokens([otherKey, key], 10).successorOf(token);
    const own = new RefreshTokens([key, otherKey], 10);
    expect(own.possibleSuccessorsOf(token)).toEqual([made.successorOf(token), ofOther]);
    own.noteIssued(token, ofOther);
    expect(own.successorOf(token)).toBe(ofOther);
  });

  it('have a grace that ends to the millisecond, and can be zero', () => {
    const usedAt = new Date(1_000_000);
    const after = (milliseconds: number) => new Date(usedAt.getTime() + milliseconds);
    expect(made.isWithinGrace(usedAt, after(9_999))).toBe(true);
    expect(made.isWithinGrace(usedAt, after(10_000))).toBe(false);
    expect(new RefreshTokens([key], 0).isWithinGrace(usedAt, usedAt)).toBe(false);
  });
});
