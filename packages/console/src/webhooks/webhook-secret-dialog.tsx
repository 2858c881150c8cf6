import { unwrap } from '@app-platform/client/source';
import { useState } from 'react';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { type Hours, OverlapField, secondsOf } from '../elements/overlap-field.tsx';
import { ShownOnce } from '../elements/shown-once.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';

/** Makes a signing secret and shows it once: it is in the state of this component alone. */
export function WebhookSecretDialog({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const [hours, setHours] = useState<Hours>('8');
  const [secret, setSecret] = useState<string>();
  const close = useCloseDialog('dialog');
  const mutation = useChange(['webhooks'], async () => {
    const params = { path: { id } };
    const body = { overlapSeconds: secondsOf(hours) };
    const { data } = await unwrap(registry.POST('/v1/webhooks/{id}/secret', { params, body }));
    setSecret(data.attributes.secret);
  });
  if (secret !== undefined) {
    const { secretTitle, secretLabel } = webhookTexts;
    return <ShownOnce title={secretTitle} label={secretLabel} value={secret} onClose={close} />;
  }
  return (
    <ActionDialog
      title={webhookTexts.newSecret}
      action={webhookTexts.newSecret}
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={close}
    >
      <p>{webhookTexts.secretMeaning}</p>
      <OverlapField hours={hours} onChange={setHours} />
    </ActionDialog>
  );
}
