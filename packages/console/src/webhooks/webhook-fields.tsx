import { faultsAt } from '../api/field-faults.ts';
import { missing } from '../api/form-check.ts';
import { CheckList } from '../elements/check-list.tsx';
import { Field } from '../elements/field.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';

type Event = keyof typeof webhookTexts.eventNames;

export type WebhookInput = { url: string; description: string; events: Event[] };

export const webhookPointers = ['/url', '/description', '/events'] as const;

const events = Object.keys(webhookTexts.eventNames) as Event[];

type WebhookFieldsProps = {
  input: WebhookInput;
  onChange: (members: Partial<WebhookInput>) => void;
  faultsOf: (field: 'url' | 'events') => readonly string[];
  /** Why the platform refused the webhook. */
  error: unknown;
};

/** What one types to create a webhook or to change one. */
export function WebhookFields({ input, onChange, faultsOf, error }: WebhookFieldsProps) {
  return (
    <>
      <Field
        label={webhookTexts.url}
        hint={webhookTexts.urlHint}
        type="url"
        isRequired
        value={input.url}
        onChange={(url) => onChange({ url })}
        faults={[...faultsOf('url'), ...faultsAt(error, '/url')]}
      />
      <Field
        label={webhookTexts.description}
        hint={webhookTexts.descriptionHint}
        maxLength={256}
        value={input.description}
        onChange={(description) => onChange({ description })}
        faults={faultsAt(error, '/description')}
      />
      <CheckList
        legend={webhookTexts.eventsOfWebhook}
        values={events}
        labelOf={(event) => webhookTexts.eventNames[event]}
        chosen={input.events}
        onChange={(chosen) => onChange({ events: chosen })}
        faults={[...faultsOf('events'), ...faultsAt(error, '/events')]}
      />
    </>
  );
}

/** The input of a form that begins with a webhook as it is. */
export function webhookInput({ attributes }: Webhook): WebhookInput {
  const { url, description } = attributes;
  return { url, description, events: events.filter((event) => attributes.events.includes(event)) };
}

/** The body of the request that a form sends. */
export function webhookBody({ url, description, events: chosen }: WebhookInput) {
  return { url: url.trim(), description: description.trim(), events: chosen };
}

/** What is wrong with a form before it is sent. */
export function webhookFaults(input: WebhookInput) {
  return {
    url: missing(input.url, webhookTexts.urlMissing),
    events: input.events.length === 0 ? [webhookTexts.eventsMissing] : [],
  };
}
