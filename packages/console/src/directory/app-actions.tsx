import { roles } from '@app-platform/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { directoryTexts } from '../texts/directory.ts';
import type { Change } from './changes.ts';
import type { App, Installation } from './queries.ts';

type Props = { app: App; installation: Installation | undefined };

/** The changes that the person may make, or may ask for. */
export function AppActions({ app, installation }: Props) {
  const caller = useCaller();
  if (!caller.holds(roles.apps)) {
    return installation ? null : <ChangeButton change="ask" text={directoryTexts.ask} />;
  }
  if (!installation) {
    return app.blocked ? null : <ChangeButton change="install" text={directoryTexts.install} />;
  }
  const { version, previousVersion } = installation;
  return (
    <div className="actions">
      {app.version !== version && (
        <ChangeButton change="upgrade" text={directoryTexts.upgrade(app.version)} />
      )}
      {previousVersion && (
        <ChangeButton change="rollback" text={directoryTexts.rollback(previousVersion)} isQuiet />
      )}
      <ChangeButton change="uninstall" text={directoryTexts.uninstall} isQuiet />
    </div>
  );
}

function ChangeButton(props: { change: Change; text: string; isQuiet?: boolean }) {
  const navigate = useNavigate({ from: '/apps/$name' });
  const open = () => {
    const { change } = props;
    void navigate({ search: (before) => ({ ...before, change }), resetScroll: false });
  };
  return (
    <button className={props.isQuiet ? 'button quiet' : 'button'} type="button" onClick={open}>
      {props.text}
    </button>
  );
}
