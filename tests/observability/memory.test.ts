import { expect, it } from '@jest/globals';
import { RunningProcess } from '../flow/run-process.ts';

/** @returns by which part the heap shrinks in a second and a half, in a process that does nothing then */
async function shrinksBy(work: string): Promise<number> {
  const script = `
    const { giveMemoryBack } = await import('./packages/service-kit/src/index.ts');
    const before = process.memoryUsage().heapUsed;
    ${work}
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    console.log(1 - process.memoryUsage().heapUsed / before);
  `;
  const parameters = ['--input-type=module', '--eval', script];
  return Number((await new RunningProcess(parameters).finished()).stdout);
}

it('what starting left behind is given back, which V8 keeps by itself', async () => {
  expect(await shrinksBy('giveMemoryBack();')).toBeGreaterThan(0.1);
  expect(await shrinksBy('')).toBeLessThan(0.1);
});
