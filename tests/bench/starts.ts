import { setTimeout as wait } from 'node:timers/promises';
import type { MeasuredProcess } from './measured-process.ts';
import { type Spread, spread } from './rounds.ts';

/** After its first answer a process still loads and compiles this and that. */
const SETTLE_MILLISECONDS = 2_000;

/** Starts a process; it has answered for the first time when that resolves. */
export type Start = () => Promise<MeasuredProcess>;

export type StartScenario = {
  name: string;
  ours: Start;
  baseline: Start;
  /** What the ratios should reach. */
  targets: { start: number; idleMemory: number };
};

type Started = { milliseconds: number; idleBytes: number };

export type StartFigures = {
  name: string;
  targets: StartScenario['targets'];
  /** From the start of the process to its first answer. */
  milliseconds: { ours: Spread; baseline: Spread; ratio: Spread; selfRatio: Spread };
  idleBytes: { ours: Spread; baseline: Spread; ratio: Spread; selfRatio: Spread };
};

/** Ours between two of the baseline, so that a machine that grows faster or slower weighs on neither. */
export async function measureStarts(
  { name, ours, baseline, targets }: StartScenario,
  rounds: number,
): Promise<StartFigures> {
  const measured: [Started, Started, Started][] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push([await measure(baseline), await measure(ours), await measure(baseline)]);
  }
  const figures = (figure: keyof Started) => {
    const of = measured.map((starts) => starts.map((one) => one[figure]));
    const rows = of as [number, number, number][];
    return {
      ours: spread(rows.map(([, own]) => own)),
      baseline: spread(rows.map(([before, , after]) => (before + after) / 2)),
      ratio: spread(rows.map(([before, own, after]) => (before + after) / 2 / own)),
      selfRatio: spread(rows.map(([before, , after]) => before / after)),
    };
  };
  return { name, targets, milliseconds: figures('milliseconds'), idleBytes: figures('idleBytes') };
}

async function measure(start: Start): Promise<Started> {
  const startedAt = performance.now();
  const process = await start();
  const milliseconds = performance.now() - startedAt;
  try {
    await wait(SETTLE_MILLISECONDS);
    return { milliseconds, idleBytes: await process.residentBytes() };
  } finally {
    await process.stop();
  }
}
