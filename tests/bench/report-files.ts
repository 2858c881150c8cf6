import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, figuresOf, verdict, withSpread } from './figures.ts';
import { plot } from './plot.ts';
import { machine } from './report.ts';
import type { Results } from './results.ts';
import { change, type SavedRun } from './saved-run.ts';

/** Writes the ratios of this run as a table and as a plot. */
export async function writeReportFiles(
  folder: string,
  results: Results,
  before: SavedRun,
): Promise<void> {
  const figures = figuresOf(results);
  const [software, ...rest] = machine(results);
  const measuredOn = [`${new Date().toISOString().slice(0, 10)}, ${software}`, ...rest];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ratios.md'), tableOf(figures, measuredOn, before));
  await writeFile(join(folder, 'ratios.svg'), plot(figures, measuredOn));
}

function tableOf(figures: Figure[], measuredOn: string[], before: SavedRun): string {
  const rows = figures.map((figure) => [
    figure.name,
    withSpread(figure.ratio),
    figure.selfRatio ? withSpread(figure.selfRatio) : '',
    verdict(figure),
    change(figure, before.get(figure.name)),
  ]);
  const head = ['work', 'ratio', 'baseline again', 'target', 'since the last run'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${measuredOn.join('  \n')}\n\n${lines.join('\n')}\n`;
}
