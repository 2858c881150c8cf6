import { cpus } from 'node:os';
import { rates } from './figures.ts';
import type { LatencyFigures } from './latencies.ts';
import type { Measured, Memory, Results } from './results.ts';
import { type Round, type Spread, spread } from './rounds.ts';
import type { StartFigures } from './starts.ts';

const meaning = `A ratio is ours against the baseline in the same run: 1 is as fast, higher is better. It is the
median of the rounds, with the lowest and the highest. "Baseline again" is the baseline against
itself: a difference smaller than its spread is noise. Per CPU-second counts the CPU time of
all Node.js processes on each side, not PostgreSQL's, and holds on a busy machine too.`;

const HEAD = ['', 'ours', 'baseline', 'ratio', 'baseline again', 'target'];

/** The report for people. */
export function report(results: Results): string {
  const { measured, memory, latencies, starts } = results;
  const tables = [
    measured.map((work, index) => `${index + 1}  ${work.name}`).join('\n'),
    measured.length > 0 && table(HEAD, measured.flatMap(rateRows)),
    latencies.length > 0 && table(HEAD, latencies.map(latencyRow)),
    table(['Resident memory', 'idle', 'after load'], memory.map(memoryRow)),
    starts.length > 0 && table(HEAD, starts.flatMap(startRows)),
  ];
  return [machine(results).join('\n'), ...tables.filter((one) => one), meaning].join('\n\n');
}

/** What was measured on. */
function machine({ fsyncMilliseconds, serverVersion, processors }: Results): string[] {
  const { median, lowest, highest } = fsyncMilliseconds;
  return [
    `Node.js ${process.versions.node}, PostgreSQL ${serverVersion}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`,
    processors,
    `One write and fsync: ${median.toFixed(2)} ms (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
  ];
}

/** Whether a ratio is what it should be. */
function verdict({ median }: Spread, target: number | undefined): string {
  if (target === undefined) return '';
  return `${target.toFixed(2)} ${median >= target ? 'hit' : 'missed'}`;
}

function withSpread({ median, lowest, highest }: Spread): string {
  return `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
}

function rateRows({ target, rounds }: Measured, index: number): string[][] {
  return rates.map(([rate, unit]) => {
    const of = (side: keyof Round) => spread(rounds.map((round) => round[side][rate]));
    return [
      `${index + 1}  ${unit}`,
      of('ours').median.toFixed(0),
      of('baseline').median.toFixed(0),
      withSpread(of('oursRatio')),
      withSpread(of('selfRatio')),
      verdict(of('oursRatio'), rate === 'perCpuSecond' ? target : undefined),
    ];
  });
}

function latencyRow({ name, target, ours, baseline, ...ratios }: LatencyFigures): string[] {
  return [
    name,
    `${ours.median.toFixed(2)} ms`,
    `${baseline.median.toFixed(2)} ms`,
    withSpread(ratios.ratio),
    withSpread(ratios.selfRatio),
    verdict(ratios.ratio, target),
  ];
}

function startRows({ name, targets, milliseconds, idleBytes }: StartFigures): string[][] {
  const { ours, baseline } = milliseconds;
  return [
    [
      name,
      `${ours.median.toFixed(0)} ms`,
      `${baseline.median.toFixed(0)} ms`,
      withSpread(milliseconds.ratio),
      withSpread(milliseconds.selfRatio),
      verdict(milliseconds.ratio, targets.start),
    ],
    [
      '  two seconds later',
      mebibytes(idleBytes.ours.median),
      mebibytes(idleBytes.baseline.median),
      withSpread(idleBytes.ratio),
      withSpread(idleBytes.selfRatio),
      verdict(idleBytes.ratio, targets.idleMemory),
    ],
  ];
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
