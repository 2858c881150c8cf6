import type { Cache } from '@app-platform/http-api';

/** What a write of the registry can make stale, as routes declare it. */
type Stale =
  | 'api_key'
  | 'app'
  | 'app_version'
  | 'attribute'
  | 'client'
  | 'installation'
  | 'organization';

/** What a write clears in its replica. Credentials hold what a caller may do, and for whom. */
export function cachesOf(responses: Cache, credentials: Cache): Record<Stale, readonly Cache[]> {
  return {
    api_key: [responses, credentials],
    app: [responses, credentials],
    app_version: [responses],
    attribute: [responses],
    client: [responses],
    installation: [responses, credentials],
    organization: [responses, credentials],
  };
}
