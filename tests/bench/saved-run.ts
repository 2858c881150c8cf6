import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figures.ts';
import type { Spread } from './rounds.ts';

const FILE = 'ratios.json';

/** A figure, and when it was measured. */
type SavedFigure = Figure & { at: string };

/** What was measured last, by the name of the figure; nothing before the first run. */
export type SavedRun = Map<string, SavedFigure>;

export async function readSavedRun(folder: string): Promise<SavedRun> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  const saved: SavedFigure[] = JSON.parse(text);
  return new Map(saved.map((figure) => [figure.name, figure]));
}

/** What this run did not measure stays as it was. */
export async function saveRun(folder: string, before: SavedRun, figures: Figure[]): Promise<void> {
  const at = new Date().toISOString();
  const now = figures.map((figure): [string, SavedFigure] => [figure.name, { ...figure, at }]);
  const all = [...new Map([...before, ...now]).values()];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, FILE), `${JSON.stringify(all, null, 1)}\n`);
}

/** What became of a ratio since the last saved run, in words. */
export function change(figure: Figure, before: Figure | undefined): string {
  if (!before) return 'new';
  const factor = figure.ratio.median / before.ratio.median;
  const percent = (factor - 1) * 100;
  const words = `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(0)} %`;
  const noise = Math.max(largestFactor(figure.selfRatio), largestFactor(before.selfRatio));
  return Math.max(factor, 1 / factor) <= noise ? `${words}, noise` : words;
}

/** The most that the baseline, measured again, differed by from itself. */
function largestFactor(selfRatio: Spread | undefined): number {
  return selfRatio ? Math.max(selfRatio.highest, 1 / selfRatio.lowest) : 1;
}
