import { until } from '../faults/patience.ts';
import type { ExternalApp } from '../flow/external-app.ts';

/**
 * A token request that is refused, and the list that has it a second later.
 * @param listInternally asks the OAuth service for the list of the app
 */
export function refusedRequestOperations(
  app: ExternalApp,
  get: (path: string) => Promise<string>,
  listInternally: () => Promise<string>,
): Record<string, () => Promise<unknown>> {
  return {
    listRefusedRequests: async () => {
      await app.token({ grant_type: 'refresh_token', refresh_token: 'unknown' });
      await until('a refused request is listed', 20_000, async () =>
        (await listInternally()).includes('refresh token not found'),
      );
      await get(`/v1/apps/available/${app.name}/refused-requests`);
    },
  };
}
