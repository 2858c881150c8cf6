import type { App } from '../directory/queries.ts';
import { VersionDifference } from '../directory/version-difference.tsx';
import { PageDialog } from '../elements/page-dialog.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { layoutTexts } from '../texts/layout.ts';
import { versionTexts } from '../texts/my-apps.ts';
import { DeprecateDialog } from './deprecate-dialog.tsx';
import { EndStatementDialog } from './end-statement-dialog.tsx';
import type { VersionDialogName } from './search.ts';
import type { VersionDialogProps } from './version-dialog-props.ts';
import type { VersionRow } from './version-row.ts';
import { YankDialog } from './yank-dialog.tsx';

type Props = { app: App; dialog: VersionDialogName; row: VersionRow };

/** The dialog of the address. */
export function VersionDialog({ app, dialog, row }: Props) {
  const onClose = useCloseDialog('dialog', 'version');
  const props = { app, row, onClose };
  if (dialog === 'compare') return <CompareDialog {...props} />;
  if (dialog === 'deprecate') return <DeprecateDialog {...props} />;
  if (dialog === 'yank') return <YankDialog {...props} />;
  return <EndStatementDialog {...props} statement={dialog === 'unyank' ? 'yank' : 'deprecation'} />;
}

function CompareDialog({ app, row: { version, before }, onClose }: VersionDialogProps) {
  if (!before) return null;
  return (
    <PageDialog title={versionTexts.compareWith(version, before)} onClose={onClose}>
      <VersionDifference app={app} from={before} to={version} />
      <div className="dialog-actions">
        <button className="button" type="button" onClick={onClose}>
          {layoutTexts.close}
        </button>
      </div>
    </PageDialog>
  );
}
