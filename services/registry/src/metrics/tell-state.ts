import { readGauge, type Telemetry } from '@app-platform/service-kit';
import type { LastUseRecorder } from '../authentication/last-use.ts';
import type { PublishedKeys } from '../authentication/published-keys.ts';
import type { RevocationList } from '../authentication/revocation-list.ts';

/** What it holds of the OAuth service; nothing where there is none. */
type OauthState = { keys: PublishedKeys; revocations: RevocationList } | undefined;

/** Shows what the registry holds in memory, and how old it is. */
export function tellState(
  { metrics }: Telemetry,
  lastUse: LastUseRecorder,
  oauth: OauthState,
): void {
  readGauge(metrics, {
    name: 'registry_last_use_pending',
    help: 'API keys whose last use is not written down yet.',
    read: () => lastUse.pending,
  });
  if (!oauth) return;
  const { keys, revocations } = oauth;
  readGauge(metrics, {
    name: 'registry_revocation_feed_age_seconds',
    help: 'How long ago the OAuth service was last asked what is revoked, and answered.',
    read: () => revocations.ageSeconds,
  });
  readGauge(metrics, {
    name: 'registry_revocation_list_entries',
    help: 'Revocations held: those of access tokens that have not expired.',
    read: () => revocations.size,
  });
  readGauge(metrics, {
    name: 'registry_published_keys_age_seconds',
    help: 'How long ago the keys that access tokens are verified by were last read.',
    read: () => keys.ageSeconds,
  });
}
