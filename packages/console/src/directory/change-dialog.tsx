import { Suspense } from 'react';
import { PageDialog } from '../elements/page-dialog.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { LoadingPage } from '../layout/loading-page.tsx';
import { planTexts } from '../texts/directory.ts';
import { AskAdministrator } from './ask-administrator.tsx';
import type { Change, PlannedKind } from './changes.ts';
import { PlannedChange } from './planned-change.tsx';
import { isPossible } from './possible-changes.ts';
import type { App, Installation } from './queries.ts';
import { WaitingRolesDialog } from './waiting-roles-dialog.tsx';

type Props = {
  app: App;
  installation: Installation | undefined;
  change: Change;
  /** Shows what was done instead of the dialog; nothing for a request that was withdrawn. */
  onDone: (done?: Change) => void;
};

/** The dialog of a change of the installation: what it would do, and the button that does it. */
export function ChangeDialog({ app, installation, change, onDone }: Props) {
  const close = useCloseDialog('change');
  const dialog = { app, onClose: close, onDone: () => onDone(change) };
  if (!isPossible(change, { app, installation })) return null;
  if (change === 'roles') {
    return installation && <WaitingRolesDialog {...{ app, installation }} onClose={close} />;
  }
  return (
    <PageDialog title={titleOf(change, app, installation)} onClose={close}>
      <Suspense fallback={<LoadingPage />}>
        {change === 'ask' ? (
          <AskAdministrator {...dialog} onWithdrawn={() => onDone()} />
        ) : (
          <PlannedChange {...dialog} installation={installation} change={change} />
        )}
      </Suspense>
    </PageDialog>
  );
}

function titleOf(
  change: PlannedKind | 'ask',
  app: App,
  installation: Installation | undefined,
): string {
  const { title, version } = app;
  if (change === 'uninstall') return planTexts.uninstall(title);
  if (change === 'upgrade') return planTexts.upgrade(title, version);
  if (change === 'update') return planTexts.upgrade(title, installation?.compatibleVersion ?? '');
  if (change === 'rollback') return planTexts.rollback(title, installation?.previousVersion ?? '');
  return change === 'ask' ? planTexts.ask(title) : planTexts.install(title, version);
}
