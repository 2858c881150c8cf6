import { roles } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { directoryTexts } from '../texts/directory.ts';
import { useUndoChange } from './change-installation.ts';
import type { Change } from './changes.ts';
import type { AppState } from './possible-changes.ts';
import type { App, Installation } from './queries.ts';

type Props = AppState & {
  /** What was done, as the address has it. It may have been undone since. */
  change: Change;
  onUndone: () => void;
};

/** What a change has done, and the way back. */
export function DoneNotice({ app, installation, change, onUndone }: Props) {
  const undo = useUndoChange(app, onUndone);
  const text = textOf(change, app, installation);
  const mayUndo = useCaller().holds(roles.apps);
  if (!isStillDone(change, installation)) return null;
  return (
    <>
      <div className="notice good" role="status">
        <p>{text}</p>
        {change === 'install' && app.postInstallMessage && <p>{app.postInstallMessage}</p>}
        {mayUndo && isUndoable(change, installation) && (
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

function isStillDone(change: Change, installation: Installation | undefined): boolean {
  return change === 'uninstall' || change === 'ask' ? !installation : Boolean(installation);
}

function isUndoable(change: Change, installation: Installation | undefined): boolean {
  if (change === 'uninstall') return true;
  const isReplaced = change === 'upgrade' || change === 'update' || change === 'rollback';
  return isReplaced && Boolean(installation?.previousVersion);
}

function textOf(change: Change, app: App, installation: Installation | undefined): string {
  if (change === 'uninstall') return directoryTexts.uninstalled;
  if (change === 'ask') return directoryTexts.asked;
  return directoryTexts.installedVersion(installation?.version ?? app.version);
}
