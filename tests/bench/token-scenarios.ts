import { exchanging, newTokens } from './code-exchanges.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Platform } from './platform.ts';
import { refreshing } from './refresh-chains.ts';
import type { Scenario } from './rounds.ts';
import { verifySameTokens } from './same-tokens.ts';
import { bareTokenService, ourTokenService } from './token-service.ts';

export type BareProviders = { onMap: MeasuredProcess; onSql: MeasuredProcess };

/**
 * How many come at once: the fewer, the more of the CPU time goes into waking processes up for each.
 * Most come first, because V8 has then compiled most when the others are measured.
 */
const LOADS = [32, 8];

/** Token requests, all the way through both services, against oidc-provider alone. */
export async function tokenScenarios(
  platform: Platform,
  { onMap, onSql }: BareProviders,
  databaseUrl: string,
): Promise<Scenario[]> {
  const ours = await ourTokenService(platform);
  const same = { app: ours.app, audience: platform.addresses.baseUrl };
  const map = await bareTokenService({ ...same, process: onMap });
  const sql = await bareTokenService({ ...same, process: onSql, databaseUrl });
  const first = [];
  for (const service of [ours, map, sql]) first.push(...(await newTokens(service, 1)));
  verifySameTokens(first.map(({ accessToken }) => accessToken));
  return LOADS.flatMap((connections) => {
    const ourRefreshes = refreshing(ours, connections);
    const scenario = (
      work: string,
      target: number,
      sides: Pick<Scenario, 'ours' | 'baseline'>,
    ) => ({
      name: `${work}, ${connections} at once`,
      target,
      ...sides,
    });
    return [
      scenario('refresh grant, whole path, against bare oidc-provider on a map', 0.6, {
        ours: ourRefreshes,
        baseline: refreshing(map, connections),
      }),
      scenario(
        'refresh grant, whole path, against bare oidc-provider with one SQL statement per call',
        1.3,
        { ours: ourRefreshes, baseline: refreshing(sql, connections) },
      ),
      scenario('code exchange, whole path, against bare oidc-provider on a map', 0.6, {
        ours: exchanging(ours, connections),
        baseline: exchanging(map, connections),
      }),
    ];
  });
}
