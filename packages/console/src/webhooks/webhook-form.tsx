import { unwrap } from '@app-platform/client/source';
import { useState } from 'react';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { ActionDialog } from '../elements/dialogs.tsx';
import { CheckList, Field } from '../elements/fields.tsx';
import { ShownOnce } from '../elements/secrets.tsx';
import { missing, useCheckedForm, useFormInput } from '../elements/use-form.ts';
import type { Webhook } from './queries.ts';
import { webhookTexts } from './texts.ts';

type Event = keyof typeof webhookTexts.eventNames;
type WebhookInput = { url: string; description: string; events: Event[] };

const events = Object.keys(webhookTexts.eventNames) as Event[];
const EMPTY: WebhookInput = { url: '', description: '', events: [] };

/** Creates a webhook, then shows its signing secret once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const { input, change, forget, close } = useFormInput('webhook', EMPTY, onClose);
  const [secret, setSecret] = useState<string>();
  const mutation = useChange(['webhooks', 'list'], async (once) => {
    const options = once({ body: bodyOf(input) });
    const { data } = await unwrap(registry.POST('/v1/webhooks', options));
    forget();
    setSecret(data.attributes.secret);
  });
  if (secret !== undefined) {
    const { createdTitle, secretLabel, secretMeaning } = webhookTexts;
    return (
      <ShownOnce title={createdTitle} label={secretLabel} value={secret} onClose={close}>
        <p>{secretMeaning}</p>
      </ShownOnce>
    );
  }
  const { create } = webhookTexts;
  return <WebhookForm {...{ title: create, action: create, input, change, mutation, close }} />;
}

/** Changes where a webhook sends, and what. */
export function ChangeWebhookDialog(props: { webhook: Webhook; onClose: () => void }) {
  const { id, attributes } = props.webhook;
  const { url, description } = attributes;
  const sent = events.filter((event) => attributes.events.includes(event));
  const initial = { url, description, events: sent };
  const { input, change, close } = useFormInput(`webhook ${id}`, initial, props.onClose);
  const mutation = useChange(
    ['webhooks'],
    () => {
      const params = { path: { id } };
      return unwrap(registry.PATCH('/v1/webhooks/{id}', { params, body: bodyOf(input) }));
    },
    close,
  );
  const { changeTitle, save } = webhookTexts;
  return <WebhookForm {...{ title: changeTitle, action: save, input, change, mutation, close }} />;
}

type WebhookFormProps = {
  title: string;
  action: string;
  input: WebhookInput;
  change: (members: Partial<WebhookInput>) => void;
  /** Sends the form. */
  mutation: Parameters<typeof useCheckedForm>[0];
  close: () => void;
};

function WebhookForm({ title, action, input, change, mutation, close }: WebhookFormProps) {
  const form = useCheckedForm(mutation, {
    url: missing(input.url, webhookTexts.urlMissing),
    description: [],
    events: input.events.length === 0 ? [webhookTexts.eventsMissing] : [],
  });
  return (
    <ActionDialog title={title} action={action} mutation={form} onClose={close}>
      <Field
        label={webhookTexts.url}
        hint={webhookTexts.urlHint}
        type="url"
        isRequired
        value={input.url}
        onChange={(url) => change({ url })}
        faults={form.faultsOf('url')}
      />
      <Field
        label={webhookTexts.description}
        hint={webhookTexts.descriptionHint}
        maxLength={256}
        value={input.description}
        onChange={(description) => change({ description })}
        faults={form.faultsOf('description')}
      />
      <CheckList
        legend={webhookTexts.eventsOfWebhook}
        values={events}
        labelOf={(event) => webhookTexts.eventNames[event]}
        chosen={input.events}
        onChange={(chosen) => change({ events: chosen })}
        faults={form.faultsOf('events')}
      />
    </ActionDialog>
  );
}

function bodyOf({ url, description, events: chosen }: WebhookInput) {
  return { url: url.trim(), description: description.trim(), events: chosen };
}
