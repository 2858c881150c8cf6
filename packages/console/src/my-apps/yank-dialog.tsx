import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { faultsAt } from '../api/field-faults.ts';
import { missing, useFormCheck } from '../api/form-check.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { Field } from '../elements/field.tsx';
import { versionTexts } from '../texts/my-apps.ts';
import { type VersionDialogProps, versionParameters } from './version-dialog-props.ts';

/** Refuses new installations of a version. */
export function YankDialog(props: VersionDialogProps) {
  const { app, row } = props;
  const form = `yank ${app.visibility} ${app.name} ${row.version}`;
  const { input, change, forget } = useFormInput(form, { reason: '' });
  const close = () => {
    forget();
    props.onClose();
  };
  const mutation = useChange(
    ['apps'],
    () => {
      const params = versionParameters(props);
      const body = { reason: input.reason.trim() };
      return unwrap(registry.POST('/v1/apps/available/{appVersion}/yank', { params, body }));
    },
    close,
  );
  const check = useFormCheck({ reason: missing(input.reason, versionTexts.reasonMissing) });
  return (
    <ActionDialog
      title={versionTexts.yankTitle(row.version)}
      action={versionTexts.yank}
      isDanger
      state={mutation}
      pointers={['/reason']}
      onAction={() => check.send(mutation)}
      onClose={close}
    >
      <p>{versionTexts.yankMeaning(row.organizations)}</p>
      <Field
        label={versionTexts.reason}
        hint={versionTexts.reasonHint}
        value={input.reason}
        onChange={(reason) => change({ reason })}
        faults={[...check.faultsOf('reason'), ...faultsAt(mutation.error, '/reason')]}
        isRequired
      />
    </ActionDialog>
  );
}
