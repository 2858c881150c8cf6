import type { LatencyFigures } from './latencies.ts';
import type { Round, Spread } from './rounds.ts';
import type { StartFigures } from './starts.ts';

export type Measured = {
  name: string;
  /** What the ratio per CPU-second should reach. */
  target?: number;
  rounds: Round[];
};

export type Memory = { name: string; idleBytes: number; loadedBytes: number };

/** What one run of the benchmark found. */
export type Results = {
  measured: Measured[];
  memory: Memory[];
  latencies: LatencyFigures[];
  starts: StartFigures[];
  fsyncMilliseconds: Spread;
  serverVersion: string;
  processors: string;
};
