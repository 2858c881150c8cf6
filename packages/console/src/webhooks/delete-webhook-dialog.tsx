import { unwrap } from '@app-platform/client/source';
import { useNavigate } from '@tanstack/react-router';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';

/** Deletes a webhook of the organization. */
export function DeleteWebhookDialog(props: { webhook: Webhook; onClose: () => void }) {
  const { id, attributes } = props.webhook;
  const params = { path: { id } };
  const navigate = useNavigate();
  // The page of a deleted webhook has nothing to read any more.
  const mutation = useChange(
    ['webhooks', 'list'],
    () => unwrap(registry.DELETE('/v1/webhooks/{id}', { params })),
    () => void navigate({ to: '/settings/webhooks', replace: true }),
  );
  return (
    <ActionDialog
      title={webhookTexts.deleteTitle}
      action={webhookTexts.delete}
      isDanger
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={props.onClose}
    >
      <p>{webhookTexts.deleteConsequence(attributes.url)}</p>
    </ActionDialog>
  );
}
