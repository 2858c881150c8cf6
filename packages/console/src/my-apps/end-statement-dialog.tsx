import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { versionTexts } from '../texts/my-apps.ts';
import { type VersionDialogProps, versionParameters } from './version-dialog-props.ts';

type Props = VersionDialogProps & { statement: 'deprecation' | 'yank' };

/** Takes back what was said against a version. */
export function EndStatementDialog(props: Props) {
  const { row, statement, onClose } = props;
  const mutation = useChange(
    ['apps'],
    () => {
      const params = versionParameters(props);
      return unwrap(registry.DELETE(`/v1/apps/available/{appVersion}/${statement}`, { params }));
    },
    onClose,
  );
  const texts =
    statement === 'yank'
      ? { title: versionTexts.unyankTitle, meaning: versionTexts.unyankMeaning }
      : { title: versionTexts.undeprecateTitle, meaning: versionTexts.undeprecateMeaning };
  return (
    <ActionDialog
      title={texts.title(row.version)}
      action={statement === 'yank' ? versionTexts.unyank : versionTexts.undeprecate}
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>{texts.meaning}</p>
    </ActionDialog>
  );
}
