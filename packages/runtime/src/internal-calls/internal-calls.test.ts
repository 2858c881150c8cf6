import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { callPolicy } from './internal-calls.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Longer than the pause before a call is repeated. */
const PAUSE_MILLISECONDS = 200;

/** Another side that can be down, and counts how often it was asked. */
function otherSide() {
  const state = { isDown: false, asked: 0 };
  const call = async () => {
    state.asked += 1;
    if (state.isDown) throw new Error('no answer');
    return 'answer';
  };
  return { state, call };
}

async function fail(times: number, run: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const failed = expect(run()).rejects.toThrow();
    await jest.advanceTimersByTimeAsync(PAUSE_MILLISECONDS);
    await failed;
  }
}

describe('a call to the other service', () => {
  it('is repeated once where there was no answer', async () => {
    const { state, call } = otherSide();
    const policy = callPolicy();
    state.isDown = true;
    const answer = policy.run(call);
    await jest.advanceTimersByTimeAsync(0);
    state.isDown = false;
    await jest.advanceTimersByTimeAsync(PAUSE_MILLISECONDS);
    expect(await answer).toBe('answer');
    expect(state.asked).toBe(2);
  });

  it('is not made for a second after five had no answer, and then answers again', async () => {
    const { state, call } = otherSide();
    const policy = callPolicy();
    state.isDown = true;
    await fail(5, () => policy.run(call));
    expect(state.asked).toBe(10);
    await fail(3, () => policy.run(call));
    expect(state.asked).toBe(10);
    state.isDown = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await policy.run(call)).toBe('answer');
  });

  it('is made where failures and answers alternate', async () => {
    const { state, call } = otherSide();
    const policy = callPolicy();
    for (let round = 0; round < 4; round += 1) {
      state.isDown = true;
      await fail(3, () => policy.run(call));
      state.isDown = false;
      expect(await policy.run(call)).toBe('answer');
    }
  });
});
