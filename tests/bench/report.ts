import { cpus } from 'node:os';
import { type Rates, type Round, type Spread, spread } from './rounds.ts';
import type { StartFigures } from './starts.ts';

export type Measured = { name: string; rounds: Round[] };
export type Memory = { name: string; idleBytes: number; loadedBytes: number };
export type Ratio = { name: string; ratio: number; target: number | null };

export type Results = {
  measured: Measured[];
  memory: Memory[];
  starts: StartFigures[];
  fsyncMilliseconds: Spread;
  serverVersion: string;
  processors: string;
};

const meaning = `A ratio is ours against the baseline in the same run: 1 is as fast, higher is better. It is the
median of the rounds, with the lowest and the highest. "Baseline again" is the baseline against
itself: a difference smaller than its spread is noise. Per CPU-second counts the CPU time of
all Node.js processes on each side, not PostgreSQL's, and holds on a busy machine too.`;

/** The report for people. */
export function report({ measured, memory, starts, ...machine }: Results): string {
  const { median, lowest, highest } = machine.fsyncMilliseconds;
  return [
    `Node.js ${process.versions.node}, PostgreSQL ${machine.serverVersion}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`,
    machine.processors,
    `One write and fsync: ${median.toFixed(2)} ms (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
    '',
    measured.map((work, index) => `${index + 1}  ${work.name}`).join('\n'),
    '',
    table(['', 'ours', 'baseline', 'ratio', 'baseline again'], measured.flatMap(rateRows)),
    '',
    table(['Resident memory', 'idle', 'after load'], memory.map(memoryRow)),
    '',
    table(['', 'ours', 'baseline', 'ratio', 'baseline again'], starts.flatMap(startRows)),
    '',
    meaning,
  ].join('\n');
}

/** Every ratio, higher always better. */
export function ratios({ measured, memory, starts }: Results): Ratio[] {
  const speed = measured.flatMap(({ name, rounds }) =>
    rates.map(([rate, unit]) => ({
      name: `${name}, ${unit}`,
      ratio: rounded(spread(rounds.map(({ oursRatio }) => oursRatio[rate])).median),
      target: null,
    })),
  );
  const space = memoryPairs.flatMap(([ours, baseline]) =>
    moments.map(([moment, bytes]) => {
      const of = (name: string) => memory.find((one) => one.name === name)?.[bytes] ?? Number.NaN;
      return {
        name: `${moment} of ${ours}, against ${baseline}`,
        ratio: rounded(of(baseline) / of(ours)),
        target: null,
      };
    }),
  );
  const begin = starts.flatMap(({ name, milliseconds, idleBytes }) => [
    { name, ratio: rounded(milliseconds.ratio.median), target: null },
    { name: `${name}, idle memory`, ratio: rounded(idleBytes.ratio.median), target: null },
  ]);
  return [...speed, ...space, ...begin];
}

const memoryPairs = [
  ['registry', 'bare Express'],
  ['oauth', 'bare oidc-provider'],
] as const;

const moments = [
  ['idle memory', 'idleBytes'],
  ['memory after load', 'loadedBytes'],
] as const;

const rates: [rate: keyof Rates, unit: string][] = [
  ['perSecond', 'per second'],
  ['perCpuSecond', 'per CPU-second'],
];

function rateRows({ rounds }: Measured, index: number): string[][] {
  return rates.map(([rate, unit]) => {
    const of = (side: keyof Round) => spread(rounds.map((round) => round[side][rate]));
    return [
      `${index + 1}  ${unit}`,
      of('ours').median.toFixed(0),
      of('baseline').median.toFixed(0),
      withSpread(of('oursRatio')),
      withSpread(of('selfRatio')),
    ];
  });
}

function startRows({ name, milliseconds, idleBytes }: StartFigures): string[][] {
  const { ours, baseline } = milliseconds;
  return [
    [
      name,
      `${ours.median.toFixed(0)} ms`,
      `${baseline.median.toFixed(0)} ms`,
      withSpread(milliseconds.ratio),
      withSpread(milliseconds.selfRatio),
    ],
    [
      '  two seconds later',
      mebibytes(idleBytes.ours.median),
      mebibytes(idleBytes.baseline.median),
      withSpread(idleBytes.ratio),
      withSpread(idleBytes.selfRatio),
    ],
  ];
}

function withSpread({ median, lowest, highest }: Spread): string {
  return `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
}

function memoryRow({ name, idleBytes, loadedBytes }: Memory): string[] {
  return [name, mebibytes(idleBytes), mebibytes(loadedBytes)];
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}

/** The first column at the left, the others, which are numbers, at the right. */
function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

function rounded(ratio: number): number {
  return Math.round(ratio * 1000) / 1000;
}
