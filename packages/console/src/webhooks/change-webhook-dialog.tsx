import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';
import { webhookBody, webhookInput } from './webhook-fields.tsx';
import { WebhookFormDialog } from './webhook-form-dialog.tsx';

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
  return (
    <WebhookFormDialog
      title={webhookTexts.changeTitle}
      action={webhookTexts.save}
      input={input}
      onChange={change}
      mutation={mutation}
      onClose={close}
    />
  );
}
