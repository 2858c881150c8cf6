import { freePort } from '../flow/run-process.ts';

/** @returns distinct ports that nobody listens on, and that stay so while a replica is away */
export async function choosePorts(count: number): Promise<number[]> {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(await freePort());
  return [...chosen];
}
