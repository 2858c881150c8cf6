import { directoryTexts } from '../texts/directory.ts';
import type { App, Installation } from './queries.ts';

/** What its developer or the operator says against an app, and what waits for a decision. */
export function AppNotices(props: { app: App; installation: Installation | undefined }) {
  const { blocked, deprecated, yanked } = { ...props.app, ...props.installation };
  const waiting = props.installation?.waitingRoles ?? [];
  return (
    <>
      {blocked && <p className="notice bad">{directoryTexts.blocked(blocked.reason)}</p>}
      {yanked && <p className="notice bad">{directoryTexts.yanked(yanked.reason)}</p>}
      {deprecated && <p className="notice">{directoryTexts.deprecated(deprecated.message)}</p>}
      {waiting.length > 0 && (
        <p className="notice">{directoryTexts.waitingRoles(waiting.join(', '))}</p>
      )}
    </>
  );
}
