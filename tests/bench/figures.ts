import type { LatencyFigures } from './latencies.ts';
import type { Measured, Memory, Results } from './results.ts';
import { type Rates, type Spread, spread } from './rounds.ts';
import type { StartFigures } from './starts.ts';

/** One ratio, higher always better. */
export type Figure = {
  name: string;
  /** Those of one piece of work stand together. */
  work: string;
  ratio: Spread;
  /** The baseline against itself, where it was measured twice: a smaller difference is noise. */
  selfRatio?: Spread;
  target?: number;
};

/** What `--json` prints of a figure. */
export type Ratio = { name: string; ratio: number; target: number | null };

export const rates: [rate: keyof Rates, unit: string][] = [
  ['perSecond', 'per second'],
  ['perCpuSecond', 'per CPU-second'],
];

export function figuresOf({ measured, memory, latencies, starts }: Results): Figure[] {
  return [
    ...measured.flatMap(figuresOfRates),
    ...figuresOfMemory(memory),
    ...latencies.map(figureOfLatency),
    ...starts.flatMap(figuresOfStart),
  ];
}

export function ratiosOf(results: Results): Ratio[] {
  return figuresOf(results).map(({ name, ratio, target }) => ({
    name,
    ratio: Math.round(ratio.median * 1000) / 1000,
    target: target ?? null,
  }));
}

/** Whether a ratio is what it should be. */
export function verdict({ ratio, target }: Pick<Figure, 'ratio' | 'target'>): string {
  if (target === undefined) return '';
  return `${target.toFixed(2)} ${ratio.median >= target ? 'hit' : 'missed'}`;
}

export function withSpread({ median, lowest, highest }: Spread): string {
  return `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
}

/** Only the CPU time has a target: per second, the machine's other work decides too. */
function figuresOfRates({ name, target, rounds }: Measured): Figure[] {
  return rates.map(([rate, unit]) => ({
    name: `${name}, ${unit}`,
    work: name,
    ratio: spread(rounds.map(({ oursRatio }) => oursRatio[rate])),
    selfRatio: spread(rounds.map(({ selfRatio }) => selfRatio[rate])),
    ...(rate === 'perCpuSecond' && target !== undefined && { target }),
  }));
}

const memoryPairs = [
  ['registry', 'bare Express'],
  ['oauth', 'bare oidc-provider'],
] as const;

const moments = [
  ['idle memory', 'idleBytes'],
  ['memory after load', 'loadedBytes'],
] as const;

function figuresOfMemory(memory: Memory[]): Figure[] {
  return memoryPairs.flatMap(([ours, baseline]) =>
    moments.map(([moment, bytes]) => {
      const of = (name: string) => memory.find((one) => one.name === name)?.[bytes] ?? Number.NaN;
      const name = `${moment} of ${ours}, against ${baseline}`;
      return { name, work: name, ratio: spread([of(baseline) / of(ours)]) };
    }),
  );
}

function figureOfLatency({ name, ratio, target }: LatencyFigures): Figure {
  return { name: `${name}, 1/p50`, work: name, ratio, target };
}

function figuresOfStart({ name, targets, milliseconds, idleBytes }: StartFigures): Figure[] {
  const kinds = [
    { name, target: targets.start, ...milliseconds },
    { name: `${name}, idle memory`, target: targets.idleMemory, ...idleBytes },
  ];
  return kinds.map(({ ours: _ours, baseline: _baseline, ...figure }) => ({
    ...figure,
    work: figure.name,
  }));
}
