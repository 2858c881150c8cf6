import { type Spread, spread } from './rounds.ts';

/** The same asked in two ways; each answers its p50, in milliseconds. */
export type LatencyScenario = {
  name: string;
  /** Makes ready, only where it is asked for: rows by the million take minutes. */
  prepare?: () => Promise<void>;
  ours: () => Promise<number>;
  baseline: () => Promise<number>;
  /** What the baseline's p50 divided by ours should reach. */
  target?: number;
};

/** Latencies in milliseconds; ratios of the baseline's by ours, higher is better. */
export type LatencyFigures = {
  name: string;
  target?: number;
  ours: Spread;
  baseline: Spread;
  ratio: Spread;
  selfRatio: Spread;
};

/** Ours between two of the baseline, so that a machine that grows faster or slower weighs on neither. */
export async function measureLatencies(
  { name, target, prepare, ours, baseline }: LatencyScenario,
  rounds: number,
): Promise<LatencyFigures> {
  await prepare?.();
  const measured: { before: number; own: number; after: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ before: await baseline(), own: await ours(), after: await baseline() });
  }
  const mean = ({ before, after }: { before: number; after: number }) => (before + after) / 2;
  return {
    name,
    ...(target !== undefined && { target }),
    ours: spread(measured.map(({ own }) => own)),
    baseline: spread(measured.map(mean)),
    ratio: spread(measured.map((round) => mean(round) / round.own)),
    selfRatio: spread(measured.map(({ before, after }) => before / after)),
  };
}
