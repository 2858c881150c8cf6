import { expect, it } from '@jest/globals';
import { RunningProcess } from '../flow/run-process.ts';

/** @returns by which part the heap shrinks meanwhile, in a process that does nothing else */
async function shrinksBy(work: string): Promise<number> {
  const script = `
    const { giveMemoryBack } = await import('./packages/service-kit/src/index.ts');
    const before = process.memoryUsage().heapUsed;
    // A service is kept alive by its server; giving memory back alone would let it end.
    const serving = setInterval(() => undefined, 60_000);
    await ${work};
    clearInterval(serving);
    console.log(1 - process.memoryUsage().heapUsed / before);
  `;
  const running = new RunningProcess(['--input-type=module', '--eval', script]);
  const { code, stdout, stderr } = await running.finished();
  expect([code, stderr]).toEqual([0, '']);
  return Number(stdout);
}

it('what starting left behind is given back, which V8 keeps by itself', async () => {
  expect(await shrinksBy('giveMemoryBack()')).toBeGreaterThan(0.1);
  const resting = 'new Promise((resolve) => setTimeout(resolve, 1_500))';
  expect(await shrinksBy(resting)).toBeLessThan(0.1);
});

it('how far the heap may grow is an option that this Node.js knows', async () => {
  const script = `
    const { collectSeldom } = await import('./packages/service-kit/src/index.ts');
    collectSeldom();
  `;
  const running = new RunningProcess(['--input-type=module', '--eval', script]);
  const { code, stdout, stderr } = await running.finished();
  expect([code, stdout, stderr]).toEqual([0, '', '']);
});
