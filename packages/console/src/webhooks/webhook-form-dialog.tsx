import { useFormCheck } from '../api/form-check.ts';
import { ActionDialog, type ActionDialogProps } from '../elements/action-dialog.tsx';
import {
  WebhookFields,
  type WebhookInput,
  webhookFaults,
  webhookPointers,
} from './webhook-fields.tsx';

type WebhookFormDialogProps = Pick<ActionDialogProps, 'title' | 'action' | 'onClose'> & {
  input: WebhookInput;
  onChange: (members: Partial<WebhookInput>) => void;
  /** Sends the form. */
  mutation: ActionDialogProps['state'] & { mutate: () => void; reset: () => void };
};

/** The form of a new webhook, or of one that is changed. It is checked before it is sent. */
export function WebhookFormDialog(props: WebhookFormDialogProps) {
  const { input, onChange, mutation, ...dialog } = props;
  const check = useFormCheck(webhookFaults(input));
  return (
    <ActionDialog
      {...dialog}
      state={mutation}
      pointers={webhookPointers}
      onAction={() => check.send(mutation)}
    >
      <WebhookFields
        input={input}
        onChange={onChange}
        faultsOf={check.faultsOf}
        error={mutation.error}
      />
    </ActionDialog>
  );
}
