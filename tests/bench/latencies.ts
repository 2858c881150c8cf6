import { type Spread, spread } from './rounds.ts';

/** One request of a side; resolves with the milliseconds until its answer, which is as expected. */
export type Ask = () => Promise<number>;

/** Work that is done in two ways, one request at a time. */
export type LatencyScenario = { name: string; target: number; ours: Ask; baseline: Ask };

export type LatencyFigures = {
  name: string;
  target: number;
  /** Medians of the rounds' medians, in milliseconds; the ratio is the baseline's against ours. */
  ours: Spread;
  baseline: Spread;
  ratio: Spread;
};

const WARM_REQUESTS = 30;
/** Writes must not change much of what they are measured on. */
const MOST_REQUESTS = 200;

/** The two take turns request by request, so that a machine that grows slower weighs on both. */
export async function measureLatencies(
  { name, target, ours, baseline }: LatencyScenario,
  rounds: number,
  seconds: number,
): Promise<LatencyFigures> {
  const medians: { ours: number; baseline: number }[] = [];
  for (let request = 0; request < WARM_REQUESTS; request += 1) {
    await ours();
    await baseline();
  }
  for (let round = 0; round < rounds; round += 1) {
    const milliseconds = { ours: [] as number[], baseline: [] as number[] };
    const deadline = performance.now() + 2 * seconds * 1000;
    while (performance.now() < deadline && milliseconds.ours.length < MOST_REQUESTS) {
      milliseconds.baseline.push(await baseline());
      milliseconds.ours.push(await ours());
    }
    medians.push({
      ours: spread(milliseconds.ours).median,
      baseline: spread(milliseconds.baseline).median,
    });
  }
  return {
    name,
    target,
    ours: spread(medians.map((one) => one.ours)),
    baseline: spread(medians.map((one) => one.baseline)),
    ratio: spread(medians.map((one) => one.baseline / one.ours)),
  };
}
