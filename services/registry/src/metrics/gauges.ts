import { readGauge, type Telemetry } from '@app-platform/runtime';
import type { LastUseRecorder } from '../authentication/last-use.ts';
import type { PublishedKeys } from '../authentication/published-keys.ts';
import type { RevocationList } from '../authentication/revocation-list.ts';

/** State read from the OAuth service; undefined without one. */
type OauthState = { keys: PublishedKeys; revocations: RevocationList } | undefined;

/** Registers the size and the age of the registry's in-memory state. */
export function registerGauges(
  { metrics }: Telemetry,
  lastUse: LastUseRecorder,
  oauth: OauthState,
): void {
  readGauge(metrics, {
    name: 'registry_last_use_pending',
    help: 'API keys whose last use is not yet stored.',
    read: () => lastUse.pending,
  });
  if (!oauth) return;
  const { keys, revocations } = oauth;
  readGauge(metrics, {
    name: 'registry_revocation_feed_age_seconds',
    help: 'Time since the last successful read of the revocation feed.',
    read: () => revocations.ageSeconds,
  });
  readGauge(metrics, {
    name: 'registry_revocation_list_entries',
    help: 'Revocations held, of access tokens that have not expired.',
    read: () => revocations.size,
  });
  readGauge(metrics, {
    name: 'registry_published_keys_age_seconds',
    help: 'Time since the last read of the keys that verify access tokens.',
    read: () => keys.ageSeconds,
  });
}
