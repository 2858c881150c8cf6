import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { directoryTexts } from '../texts/directory.ts';
import { useUndoChange } from './change-installation.ts';
import type { Change } from './changes.ts';
import type { App, Installation } from './queries.ts';

type Props = {
  app: App;
  installation: Installation | undefined;
  /** What was done on this page. */
  change: Change;
  onUndone: () => void;
};

/** What a change has done, and the way back. */
export function DoneNotice({ app, installation, change, onUndone }: Props) {
  const undo = useUndoChange(app, onUndone);
  const text = textOf(change, app, installation);
  const isUndoable = change === 'uninstall' || change === 'upgrade' || change === 'rollback';
  return (
    <>
      <div className="notice good" role="status">
        <p>{text}</p>
        {change === 'install' && app.postInstallMessage && <p>{app.postInstallMessage}</p>}
        {isUndoable && (
          <button
            className="button quiet"
            type="button"
            disabled={undo.isPending}
            onClick={() => undo.mutate(change)}
          >
            {directoryTexts.undo}
          </button>
        )}
      </div>
      <RefusalNotice error={undo.error} />
    </>
  );
}

function textOf(change: Change, app: App, installation: Installation | undefined): string {
  if (change === 'uninstall') return directoryTexts.uninstalled;
  if (change === 'ask') return directoryTexts.asked;
  return directoryTexts.installedVersion(installation?.version ?? app.version);
}
