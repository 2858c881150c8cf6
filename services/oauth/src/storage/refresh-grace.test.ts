import { describe, expect, it } from '@jest/globals';
import { RefreshGrace } from './refresh-grace.ts';

const key = new Uint8Array(32).fill(1);

describe('the refresh grace', () => {
  it('derives the same successor on every replica, and different ones for other tokens and keys', () => {
    const successor = new RefreshGrace([key], 10).successorOf('token');
    expect(new RefreshGrace([Uint8Array.from(key)], 99).successorOf('token')).toBe(successor);
    expect(new RefreshGrace([key], 10).successorOf('tokem')).not.toBe(successor);
    expect(new RefreshGrace([new Uint8Array(32)], 10).successorOf('token')).not.toBe(successor);
  });

  it('derives successors of 256 bits in URL-safe characters', () => {
    expect(new RefreshGrace([key], 10).successorOf('token')).toMatch(/^[\w-]{43}$/);
  });

  it('ends to the millisecond, and can be zero', () => {
    const consumedAt = new Date(1_000_000);
    const after = (milliseconds: number) => new Date(consumedAt.getTime() + milliseconds);
    expect(new RefreshGrace([key], 10).isYoung(consumedAt, after(9_999))).toBe(true);
    expect(new RefreshGrace([key], 10).isYoung(consumedAt, after(10_000))).toBe(false);
    expect(new RefreshGrace([key], 0).isYoung(consumedAt, consumedAt)).toBe(false);
  });
});
