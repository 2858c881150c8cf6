import { unwrap } from '@app-platform/client/source';
import { useState } from 'react';
import { registry } from '../api/clients.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { ShownOnce } from '../elements/shown-once.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { type WebhookInput, webhookBody } from './webhook-fields.tsx';
import { WebhookFormDialog } from './webhook-form-dialog.tsx';

const EMPTY: WebhookInput = { url: '', description: '', events: [] };

/** Creates a webhook, then shows its signing secret once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const { input, change, forget } = useFormInput('webhook', EMPTY);
  const [secret, setSecret] = useState<string>();
  const mutation = useChange(['webhooks', 'list'], async () => {
    const { data } = await unwrap(registry.POST('/v1/webhooks', { body: webhookBody(input) }));
    forget();
    setSecret(data.attributes.secret);
  });
  const cancel = () => {
    forget();
    onClose();
  };
  if (secret !== undefined) {
    const { createdTitle, secretLabel, secretMeaning } = webhookTexts;
    return (
      <ShownOnce title={createdTitle} label={secretLabel} value={secret} onClose={onClose}>
        <p>{secretMeaning}</p>
      </ShownOnce>
    );
  }
  return (
    <WebhookFormDialog
      title={webhookTexts.create}
      action={webhookTexts.create}
      input={input}
      onChange={change}
      mutation={mutation}
      onClose={cancel}
    />
  );
}
