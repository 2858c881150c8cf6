import { type LoadRequest, runAtRate, runLoad } from '@app-platform/testing/load/load';
import { cpuSeconds } from '@app-platform/testing/processes/process-figures';
import type { Servers } from './servers.ts';

/** The main concurrency. Targets that name no other are for it. */
export const MAIN_CONNECTIONS = 16;
/** The main one comes first, and warms the sides up for the others. */
export const ALL_CONNECTIONS = [MAIN_CONNECTIONS, 32, 8, 1];

export const processKinds = ['node', 'postgresql', 'redis'] as const;
type ProcessKind = (typeof processKinds)[number];

/** A running implementation, with every process that works for it. */
export type Side = { name: string; port: number; processes: Record<ProcessKind, number[]> };

/** Requests to one side. */
export type Work = {
  side: Side;
  /** Makes what the next window needs, such as authorization codes. Not measured. */
  prepare?(seconds: number): Promise<void>;
  next(): LoadRequest | undefined;
  /** A fixed rate, whatever the concurrency of the row. */
  perSecond?: number;
  /** What happens during a window, and is counted too, but as no request. */
  beside?(seconds: number): Promise<void>;
};

/** @property target the lowest acceptable ratio */
type Baseline = { work: Work; target?: number | undefined };

/** The same work on our side and on the baselines. */
export type Row = { name: string; connections: number; ours: Work; baselines: Baseline[] };

export function rowName(work: string, connections: number): string {
  return `${work}, ${connections} at once`;
}

/** Rows that use the same services and data. */
export type Suite = {
  /** Known before anything is started. */
  rowNames: string[];
  start(servers: Servers): Promise<Row[]>;
};

/** CPU microseconds of one request, by kind of process. */
export type RequestCost = Record<ProcessKind, number>;

/** Our figure against one baseline. */
export type Figure = {
  name: string;
  /** Requests per CPU-second of all processes, ours against the baseline's: one for each round. */
  ratios: number[];
  target: number | null;
  ours: RequestCost;
  baseline: RequestCost;
};

export type WindowOptions = { rounds: number; seconds: number; warmUpRequests: number };

const WARM_UP_SECONDS_AT_MOST = 6;
const warmWorks = new WeakSet<Work>();

/** Measures all sides in turn, several times, so that other work on the machine meets all of them. */
export async function measureRow(row: Row, options: WindowOptions): Promise<Figure[]> {
  const works = [row.ours, ...row.baselines.map(({ work }) => work)];
  for (const work of works) await warmUp(work, options.warmUpRequests);
  const costs = works.map((): RequestCost[] => []);
  for (let round = 0; round < options.rounds; round += 1) {
    for (const index of rotated(works.length, round)) {
      const work = works[index] as Work;
      costs[index]?.push(await runWindow(work, row.connections, options.seconds));
    }
  }
  const [ours = [], ...others] = costs;
  return row.baselines.map(({ work, target }, index) => {
    const baseline = others[index] ?? [];
    return {
      name: `${row.name}, against ${work.side.name}`,
      ratios: ours.map((cost, round) => total(baseline[round]) / total(cost)),
      target: target ?? null,
      ours: medianCost(ours),
      baseline: medianCost(baseline),
    };
  });
}

/** Lets V8 compile what the work needs; once, whatever the concurrency. */
async function warmUp(work: Work, atLeast: number): Promise<void> {
  if (warmWorks.has(work)) return;
  warmWorks.add(work);
  const end = performance.now() + WARM_UP_SECONDS_AT_MOST * 1000;
  for (let done = 0; done < atLeast && performance.now() < end; ) {
    await work.prepare?.(1);
    const { port } = work.side;
    const load = { port, connections: MAIN_CONNECTIONS, seconds: 1, next: () => work.next() };
    done += await runLoad(load);
  }
}

async function runWindow(
  { side, prepare, next, perSecond, beside }: Work,
  connections: number,
  seconds: number,
): Promise<RequestCost> {
  await prepare?.(seconds);
  const before = await cpuSeconds(side.processes);
  const [requests] = await Promise.all([
    perSecond === undefined
      ? runLoad({ port: side.port, connections, seconds, next })
      : runAtRate({ port: side.port, perSecond, seconds, next }),
    beside?.(seconds),
  ]);
  const after = await cpuSeconds(side.processes);
  const each = processKinds.map((kind) => [
    kind,
    ((after[kind] - before[kind]) * 1e6) / Math.max(requests, 1),
  ]);
  return Object.fromEntries(each) as RequestCost;
}

/** The numbers from 0, beginning with another one in each round. */
function rotated(length: number, round: number): number[] {
  return Array.from({ length }, (_, index) => (index + round) % length);
}

function total(cost: RequestCost | undefined): number {
  return processKinds.reduce((sum, kind) => sum + (cost?.[kind] ?? Number.NaN), 0);
}

function medianCost(costs: RequestCost[]): RequestCost {
  const each = processKinds.map((kind) => [kind, median(costs.map((cost) => cost[kind]))]);
  return Object.fromEntries(each) as RequestCost;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
