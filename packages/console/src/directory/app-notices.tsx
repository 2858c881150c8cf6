import { roles } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { directoryTexts, waitingRolesTexts } from '../texts/directory.ts';
import { ChangeButton } from './change-button.tsx';
import type { App, Installation } from './queries.ts';

/** What its developer or the operator says against an app, and what waits for a decision. */
export function AppNotices(props: { app: App; installation: Installation | undefined }) {
  const { blocked, deprecated, yanked } = { ...props.app, ...props.installation };
  const waiting = props.installation?.waitingRoles ?? [];
  const mayDecide = useCaller().holds(roles.apps);
  return (
    <>
      {blocked && <p className="notice bad">{directoryTexts.blocked(blocked.reason)}</p>}
      {yanked && <p className="notice bad">{directoryTexts.yanked(yanked.reason)}</p>}
      {deprecated && <p className="notice">{directoryTexts.deprecated(deprecated.message)}</p>}
      {waiting.length > 0 && (
        <div className="notice">
          <p>{directoryTexts.waitingRoles(waiting.join(', '))}</p>
          {mayDecide && <ChangeButton change="roles" text={waitingRolesTexts.decide} isQuiet />}
        </div>
      )}
    </>
  );
}
