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

/** Advises against a version. */
export function DeprecateDialog(props: VersionDialogProps) {
  const { app, row } = props;
  const form = `deprecate ${app.visibility} ${app.name} ${row.version}`;
  const { input, change, forget } = useFormInput(form, { message: '', successor: '' });
  const close = () => {
    forget();
    props.onClose();
  };
  const mutation = useChange(
    ['apps'],
    () => {
      const [message, successor] = [input.message.trim(), input.successor.trim()];
      const body = { message, ...(successor && { successor }) };
      const params = versionParameters(props);
      return unwrap(registry.POST('/v1/apps/available/{appVersion}/deprecation', { params, body }));
    },
    close,
  );
  const check = useFormCheck({ message: missing(input.message, versionTexts.messageMissing) });
  return (
    <ActionDialog
      title={versionTexts.deprecateTitle(row.version)}
      action={versionTexts.deprecate}
      state={mutation}
      pointers={['/message', '/successor']}
      onAction={() => check.send(mutation)}
      onClose={close}
    >
      <p>{versionTexts.deprecateMeaning}</p>
      <Field
        label={versionTexts.message}
        hint={versionTexts.messageHint}
        value={input.message}
        onChange={(message) => change({ message })}
        faults={[...check.faultsOf('message'), ...faultsAt(mutation.error, '/message')]}
        isRequired
      />
      <Field
        label={versionTexts.successorField}
        hint={versionTexts.successorHint}
        value={input.successor}
        onChange={(successor) => change({ successor })}
        faults={faultsAt(mutation.error, '/successor')}
      />
    </ActionDialog>
  );
}
