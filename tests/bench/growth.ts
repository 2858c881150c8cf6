import { growthNames, growthScenarios } from './growth-scenarios.ts';
import { type LatencyFigures, measureLatencies } from './latencies.ts';
import type { Platform } from './platform.ts';
import type { SeedingPlace } from './seeded-registry.ts';

export type GrowthOptions = {
  rounds: number;
  seconds: number;
  isAskedFor(scenario: { name: string }): boolean;
  say(text: string): void;
  stopping: AbortSignal;
};

/** Whether seeding, which takes minutes, is needed at all. */
export function growthIsAskedFor({ isAskedFor }: Pick<GrowthOptions, 'isAskedFor'>): boolean {
  return growthNames.some((name) => isAskedFor({ name }));
}

/** Seeds, and measures what was asked for. */
export async function measureGrowth(
  platform: Platform,
  place: SeedingPlace,
  options: GrowthOptions,
): Promise<LatencyFigures[]> {
  if (!growthIsAskedFor(options)) return [];
  const { rounds, seconds, isAskedFor, say, stopping } = options;
  const { scenarios, close } = await growthScenarios(platform, place, isAskedFor, say);
  const figures: LatencyFigures[] = [];
  try {
    for (const scenario of scenarios) {
      stopping.throwIfAborted();
      say(`${scenario.name}: ${rounds} rounds of ${seconds} s for each side, in turn…`);
      figures.push(await measureLatencies(scenario, rounds, seconds));
    }
  } finally {
    await close();
  }
  return figures;
}
