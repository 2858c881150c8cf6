import { quantile } from './observations.ts';

/** What was so at one moment, by replica; latency as callers saw it since the moment before. */
export type Sample = {
  seconds: number;
  requests: number;
  /** Resident, in MiB. */
  memory: Record<string, number>;
  handles: Record<string, number>;
  /** In milliseconds. */
  latency: Record<'p50' | 'p99', number>;
};

export type Growth = {
  name: string;
  /** The median of the second quarter: the first is the warm-up. */
  before: number;
  /** The median of the last. */
  after: number;
  /** What that may be. */
  most: number;
  isTooMuch: boolean;
};

/** The garbage collector, a pool that opens one more connection, a neighbour on the machine. */
const tolerated = {
  memory: (before: number) => before * 1.15 + 16,
  handles: (before: number) => before * 1.1 + 5,
  latency: (before: number) => before * 1.5 + 20,
};

const units = { memory: 'MiB', handles: 'handles', latency: 'ms' };

/** The 99th percentile of a few seconds is a single request: plotted, not judged. */
const judgedLatency = 'p50';

export function growthOf(samples: Sample[]): Growth[] {
  const names = Object.keys(samples[0]?.memory ?? {});
  const of = (kind: keyof typeof tolerated, key: string): Growth => {
    const values = samples.map((sample) => (sample[kind] as Record<string, number>)[key] ?? 0);
    const before = median(quarter(values, 2));
    const after = median(quarter(values, 4));
    const most = tolerated[kind](before);
    return { name: `${key}, ${units[kind]}`, before, after, most, isTooMuch: !(after <= most) };
  };
  return [
    ...names.map((name) => of('memory', name)),
    ...names.map((name) => of('handles', name)),
    of('latency', judgedLatency),
  ];
}

function quarter(values: number[], number: 2 | 4): number[] {
  const length = values.length / 4;
  return values.slice(Math.floor(length * (number - 1)), Math.ceil(length * number));
}

function median(values: number[]): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
}
