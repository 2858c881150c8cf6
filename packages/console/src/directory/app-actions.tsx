import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCaller } from '../api/caller.ts';
import { directoryTexts, requestTexts } from '../texts/directory.ts';
import { ChangeButton } from './change-button.tsx';
import { type AppState, isPossible, updateOf } from './possible-changes.ts';
import { type App, installationRequestsQuery } from './queries.ts';

/** The changes that the person may make, or may ask for. */
export function AppActions({ app, installation }: AppState) {
  const caller = useCaller();
  if (!caller.holds(roles.apps)) {
    return installation ? null : <AskButton app={app} />;
  }
  if (!installation) {
    return app.blocked ? null : <ChangeButton change="install" text={directoryTexts.install} />;
  }
  const { previousVersion } = installation;
  const update = updateOf(app, installation);
  return (
    <div className="actions">
      {isPossible('upgrade', { app, installation }) && (
        <ChangeButton change="upgrade" text={directoryTexts.upgrade(app.version)} />
      )}
      {update && <ChangeButton change="update" text={directoryTexts.upgrade(update)} isQuiet />}
      {previousVersion && (
        <ChangeButton change="rollback" text={directoryTexts.rollback(previousVersion)} isQuiet />
      )}
      <ChangeButton change="uninstall" text={directoryTexts.uninstall} isQuiet />
    </div>
  );
}

function AskButton({ app }: { app: App }) {
  const { data: requests } = useSuspenseQuery(installationRequestsQuery);
  const isAsked = requests.some((one) => one.app === app.name);
  if (!isAsked) return <ChangeButton change="ask" text={directoryTexts.ask} />;
  return <ChangeButton change="ask" text={requestTexts.change} isQuiet />;
}
