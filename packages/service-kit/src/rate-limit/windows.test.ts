import { describe, expect, it } from '@jest/globals';
import { Windows } from './windows.ts';

const inAMinute = () => ({ resetTime: new Date(Date.now() + 60_000) });

describe('what is known until a window ends', () => {
  it('is known by its key, and not any more once the window is over', () => {
    const windows = new Windows();
    const known = windows.begin('a', inAMinute());
    windows.begin('over', { resetTime: new Date(Date.now() - 1) });
    expect(windows.current('a')).toBe(known);
    expect(windows.current('over')).toBeUndefined();
    windows.end('a');
    expect(windows.current('a')).toBeUndefined();
  });

  it('is forgotten of the oldest of 100,001 keys, not of one that began anew', () => {
    const windows = new Windows();
    for (let key = 0; key < 100_000; key += 1) windows.begin(`${key}`, inAMinute());
    windows.begin('0', inAMinute());
    expect(windows.current('1')).toBeDefined();
    windows.begin('one more', inAMinute());
    expect(windows.current('0')).toBeDefined();
    expect(windows.current('1')).toBeUndefined();
    expect(windows.current('2')).toBeDefined();
  });
});
