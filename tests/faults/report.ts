import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhaseResult } from './phase.ts';

export type Report = {
  phases: PhaseResult[];
  /** How long it took until the replicas refused what was revoked. */
  revocationMilliseconds: number[];
  /** The same for each way to cut a user or an app off, of access tokens and refreshes. */
  cutOffs: { name: string; milliseconds: number[] }[];
  /** How long it took until services served a restored backup. */
  restoredMilliseconds?: number;
};

/** One line for each fault. */
export function phaseTable(phases: readonly PhaseResult[]): string {
  const rows = phases.map((phase) => [
    phase.name,
    String(phase.acknowledged),
    String(phase.lost),
    String(phase.failures),
    `${(phase.longestUnavailableMilliseconds / 1000).toFixed(1)} s`,
    `${Math.round(phase.p50Milliseconds)} ms`,
    `${Math.round(phase.p99Milliseconds)} ms`,
  ]);
  const heads = ['fault', 'acknowledged', 'lost', 'failed', 'longest unavailable', 'p50', 'p99'];
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

export function table(report: Report): string {
  const { phases, revocationMilliseconds, cutOffs, restoredMilliseconds } = report;
  const slowest = Math.round(Math.max(...revocationMilliseconds));
  return [
    phaseTable(phases),
    '',
    `Revocations under load were refused by every replica within ${slowest} ms (${revocationMilliseconds.length} tried).`,
    ...cutOffs.map(
      ({ name, milliseconds }) =>
        `After '${name}' under load every replica of both services refused within ${Math.round(Math.max(...milliseconds))} ms (${milliseconds.length} tried).`,
    ),
    ...(restoredMilliseconds === undefined
      ? []
      : [
          `The backup was restored and served within ${(restoredMilliseconds / 1000).toFixed(1)} s.`,
        ]),
  ].join('\n');
}

/** What a run of it ends with, to the letter: other programs read it. */
export function lastLine(totals: { acknowledged: number; lost: number; faults: number }): string {
  return `acknowledged ${totals.acknowledged}, lost ${totals.lost}, faults ${totals.faults}`;
}

export async function writeFigures(folder: string, name: string, figures: object): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  await writeFile(file, `${JSON.stringify(figures, undefined, 2)}\n`);
  return file;
}

/** The same complaint a hundred times is one line. */
export function gathered(complaints: readonly string[]): string[] {
  const counts = new Map<string, { first: string; count: number }>();
  for (const complaint of complaints) {
    const kind = complaint.replaceAll(/[\w-]*\d[\w-]*/g, '*');
    const { first = complaint, count = 0 } = counts.get(kind) ?? {};
    counts.set(kind, { first, count: count + 1 });
  }
  return [...counts.values()].map(({ first, count }) =>
    count > 1 ? `${first}, and ${count - 1} more like it` : first,
  );
}

/** What a run ends with, besides the ledger. */
export type Verdict = {
  /** For people. */
  text: string;
  faults: number;
  /** Why it failed, if anything was not as it has to be. */
  complaints: string[];
};
