import { cpus } from 'node:os';
import { type Figure, figuresOf, rates, verdict, withSpread } from './figures.ts';
import type { LatencyFigures } from './latencies.ts';
import type { Measured, Memory, Results } from './results.ts';
import { type Round, spread } from './rounds.ts';
import { change, type SavedRun } from './saved-run.ts';
import type { StartFigures } from './starts.ts';

const meaning = `A ratio is ours against the baseline in the same run: 1 is as fast, higher is better. It is the
median of the rounds, with the lowest and the highest. "Baseline again" is the baseline against
itself: a difference smaller than its spread is noise. Per CPU-second counts the CPU time of
all Node.js processes on each side, not PostgreSQL's, and holds on a busy machine too.`;

const HEAD = ['', 'ours', 'baseline', 'ratio', 'baseline again', 'target'];

/** The report for people. */
export function report(results: Results, before: SavedRun): string {
  const { measured, memory, latencies, starts } = results;
  const tables = [
    measured.map((work, index) => `${index + 1}  ${work.name}`).join('\n'),
    measured.length > 0 && table(HEAD, measured.flatMap(rateRows)),
    latencies.length > 0 && table(HEAD, latencies.map(latencyRow)),
    table(['Resident memory', 'idle', 'after load'], memory.map(memoryRow)),
    starts.length > 0 && table(HEAD, starts.flatMap(startRows)),
    table(['Against the last run', 'then', 'now', ''], changes(figuresOf(results), before)),
  ];
  return [machine(results).join('\n'), ...tables.filter((one) => one), meaning].join('\n\n');
}

/** What was measured on. */
export function machine({ fsyncMilliseconds, serverVersion, processors }: Results): string[] {
  const { median, lowest, highest } = fsyncMilliseconds;
  return [
    `Node.js ${process.versions.node}, PostgreSQL ${serverVersion}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`,
    processors,
    `One write and fsync: ${median.toFixed(2)} ms (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
  ];
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
      verdict({
        ratio: of('oursRatio'),
        ...(rate === 'perCpuSecond' && target !== undefined && { target }),
      }),
    ];
  });
}

function latencyRow(figures: LatencyFigures): string[] {
  const { name, ours, baseline, ratio } = figures;
  return [
    name,
    `${ours.median.toFixed(2)} ms`,
    `${baseline.median.toFixed(2)} ms`,
    withSpread(ratio),
    '',
    verdict(figures),
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
      verdict({ ...milliseconds, target: targets.start }),
    ],
    [
      '  two seconds later',
      mebibytes(idleBytes.ours.median),
      mebibytes(idleBytes.baseline.median),
      withSpread(idleBytes.ratio),
      withSpread(idleBytes.selfRatio),
      verdict({ ...idleBytes, target: targets.idleMemory }),
    ],
  ];
}

function memoryRow({ name, idleBytes, loadedBytes }: Memory): string[] {
  return [name, mebibytes(idleBytes), mebibytes(loadedBytes)];
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}

function changes(figures: Figure[], before: SavedRun): string[][] {
  return figures.map((figure) => {
    const last = before.get(figure.name);
    return [
      figure.name,
      last?.ratio.median.toFixed(2) ?? '',
      figure.ratio.median.toFixed(2),
      change(figure, last),
    ];
  });
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
