import { roles } from '@app-platform/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCaller } from '../api/caller.ts';
import { Button } from '../elements/button.tsx';
import { Moment } from '../elements/moment.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { useUndoChange } from './change-installation.ts';
import { type App, type UninstalledApp, uninstalledQuery } from './queries.ts';
import { directoryTexts } from './texts.ts';

type RestoreNoticeProps = { app: App; onRestored: (app: UninstalledApp) => void };

/** On the page of an app that is not installed: that it was, and the way back. */
export function RestoreNotice({ app, onRestored }: RestoreNoticeProps) {
  const mayRestore = useCaller().holds(roles.apps);
  const { data = [], error } = useQuery({ ...uninstalledQuery, enabled: mayRestore });
  const uninstalled = data.find(
    (one) => one.name === app.name && one.visibility === app.visibility,
  );
  return (
    <>
      <RefusalNotice error={error} />
      {uninstalled && (
        <div className="notice">
          <p>
            {directoryTexts.uninstalledAt} <Moment at={uninstalled.uninstalledAt} />
            {'. '}
            {directoryTexts.restorableUntil} <Moment at={uninstalled.restorableUntil} />.
          </p>
          <RestoreButton app={uninstalled} onRestored={onRestored} />
        </div>
      )}
    </>
  );
}

type RestoreButtonProps = { app: UninstalledApp; onRestored: (app: UninstalledApp) => void };

/** Undoes an uninstallation. @param props.onRestored called afterwards, when the button may be gone */
export function RestoreButton({ app, onRestored }: RestoreButtonProps) {
  const undo = useUndoChange(app, () => onRestored(app));
  const { title, version } = app;
  return (
    <>
      <Button
        look="quiet"
        isPending={undo.isPending}
        onClick={() => undo.mutate('uninstall')}
        aria-label={directoryTexts.restoreNamed(title, version)}
      >
        {directoryTexts.restore(version)}
      </Button>
      <RefusalNotice error={undo.error} />
    </>
  );
}

/** Says which app was restored, and takes the focus from the button that is gone. */
export function RestoredStatus({ app }: { app: UninstalledApp | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (app) place.current?.focus();
  }, [app]);
  return (
    <div ref={place} role="status" tabIndex={-1} className={app && 'notice good'}>
      {app && directoryTexts.restored(app.title, app.version)}
    </div>
  );
}
