import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import type { App } from '../directory/queries.ts';
import { VersionDifference } from '../directory/version-difference.tsx';
import { ActionDialog, CloseButton, PageDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Field } from '../elements/fields.tsx';
import { missing, useCheckedForm, useFormInput } from '../elements/use-form.ts';
import type { VersionRow } from './queries.ts';
import { versionTexts } from './texts.ts';

export type VersionDialogName = 'compare' | 'deprecate' | 'undeprecate' | 'yank' | 'unyank';

type Props = { app: App; dialog: VersionDialogName; row: VersionRow };

/** The dialog of the address. */
export function VersionDialog({ app, dialog, row }: Props) {
  const onClose = useCloseDialog('dialog', 'version');
  const props = { app, row, onClose };
  if (dialog === 'compare') return <CompareDialog {...props} />;
  if (dialog === 'deprecate') return <DeprecateDialog {...props} />;
  if (dialog === 'yank') return <YankDialog {...props} />;
  return <RemoveDialog {...props} statement={dialog === 'unyank' ? 'yank' : 'deprecation'} />;
}

function CompareDialog({ app, row: { version, before }, onClose }: VersionDialogProps) {
  if (!before) return null;
  return (
    <PageDialog title={versionTexts.compareWith(version, before)} onClose={onClose} isWide>
      <VersionDifference app={app} from={before} to={version} />
      <CloseButton onClose={onClose} />
    </PageDialog>
  );
}

type VersionDialogProps = { app: App; row: VersionRow; onClose: () => void };

/** The parameters of a request about a version. */
function versionParameters({ app, row }: Pick<VersionDialogProps, 'app' | 'row'>) {
  const { name, visibility } = app;
  return { path: { appVersion: `${name}-${row.version}` }, query: { visibility } };
}

/** Advises against a version. */
function DeprecateDialog(props: VersionDialogProps) {
  const { app, row } = props;
  const formKey = `deprecate ${app.visibility} ${app.name} ${row.version}`;
  const { input, change, close } = useFormInput(
    formKey,
    { message: '', successor: '' },
    props.onClose,
  );
  const mutation = useChange(
    ['apps'],
    (once) => {
      const [message, successor] = [input.message.trim(), input.successor.trim()];
      const body = { message, ...(successor && { successor }) };
      const params = versionParameters(props);
      const options = once({ params, body });
      return unwrap(registry.POST('/v1/apps/available/{appVersion}/deprecation', options));
    },
    close,
  );
  const form = useCheckedForm(mutation, {
    message: missing(input.message, versionTexts.messageMissing),
    successor: [],
  });
  return (
    <ActionDialog
      title={versionTexts.deprecateTitle(row.version)}
      action={versionTexts.deprecate}
      mutation={form}
      onClose={close}
    >
      <p>{versionTexts.deprecateMeaning}</p>
      <Field
        label={versionTexts.message}
        hint={versionTexts.messageHint}
        value={input.message}
        onChange={(message) => change({ message })}
        faults={form.faultsOf('message')}
        isRequired
      />
      <Field
        label={versionTexts.successorField}
        hint={versionTexts.successorHint}
        value={input.successor}
        onChange={(successor) => change({ successor })}
        faults={form.faultsOf('successor')}
      />
    </ActionDialog>
  );
}

/** Refuses new installations of a version. */
function YankDialog(props: VersionDialogProps) {
  const { app, row } = props;
  const formKey = `yank ${app.visibility} ${app.name} ${row.version}`;
  const { input, change, close } = useFormInput(formKey, { reason: '' }, props.onClose);
  const mutation = useChange(
    ['apps'],
    (once) => {
      const params = versionParameters(props);
      const body = { reason: input.reason.trim() };
      return unwrap(registry.POST('/v1/apps/available/{appVersion}/yank', once({ params, body })));
    },
    close,
  );
  const form = useCheckedForm(mutation, {
    reason: missing(input.reason, versionTexts.reasonMissing),
  });
  return (
    <ActionDialog
      title={versionTexts.yankTitle(row.version)}
      action={versionTexts.yank}
      isDanger
      mutation={form}
      onClose={close}
    >
      <p>{versionTexts.yankMeaning(row.organizations)}</p>
      <Field
        label={versionTexts.reason}
        hint={versionTexts.reasonHint}
        value={input.reason}
        onChange={(reason) => change({ reason })}
        faults={form.faultsOf('reason')}
        isRequired
      />
    </ActionDialog>
  );
}

/** Removes a deprecation or a yank. */
function RemoveDialog(props: VersionDialogProps & { statement: 'deprecation' | 'yank' }) {
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
      mutation={mutation}
      onClose={onClose}
    >
      <p>{texts.meaning}</p>
    </ActionDialog>
  );
}
