import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { useFormCheck } from '../api/form-check.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';
import {
  WebhookFields,
  webhookBody,
  webhookFaults,
  webhookInput,
  webhookPointers,
} from './webhook-fields.tsx';

/** Changes where a webhook sends, and what. */
export function ChangeWebhookDialog(props: { webhook: Webhook; onClose: () => void }) {
  const { id } = props.webhook;
  const { input, change, forget } = useFormInput(`webhook ${id}`, webhookInput(props.webhook));
  const close = () => {
    forget();
    props.onClose();
  };
  const mutation = useChange(
    ['webhooks'],
    () => {
      const params = { path: { id } };
      return unwrap(registry.PATCH('/v1/webhooks/{id}', { params, body: webhookBody(input) }));
    },
    close,
  );
  const check = useFormCheck(webhookFaults(input));
  return (
    <ActionDialog
      title={webhookTexts.changeTitle}
      action={webhookTexts.save}
      state={mutation}
      pointers={webhookPointers}
      onAction={() => check.send(mutation)}
      onClose={close}
    >
      <WebhookFields
        input={input}
        onChange={change}
        faultsOf={check.faultsOf}
        error={mutation.error}
      />
    </ActionDialog>
  );
}
