import type { ReactNode } from 'react';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import type { Webhook } from './queries.ts';
import { webhookTexts } from './texts.ts';

type WebhookTableProps = {
  caption: string;
  webhooks: readonly Webhook[];
  /** The address of a webhook, which leads to its page. */
  link: (webhook: Webhook) => ReactNode;
};

/** Webhooks with their events and their last delivery. */
export function WebhookTable({ caption, webhooks, link }: WebhookTableProps) {
  return <DataTable caption={caption} columns={columnsOf(link)} rows={webhooks} />;
}

function columnsOf(link: WebhookTableProps['link']): Column<Webhook>[] {
  return [
    {
      title: webhookTexts.url,
      cell: (webhook) => (
        <>
          {link(webhook)}
          <span className="secondary">{webhook.attributes.description}</span>
        </>
      ),
    },
    { title: webhookTexts.status, cell: ({ attributes }) => <WebhookState webhook={attributes} /> },
    {
      title: webhookTexts.events,
      cell: ({ attributes }) => attributes.events.join(', '),
    },
    {
      title: webhookTexts.lastSuccess,
      cell: ({ attributes }) => <Moment at={attributes.lastSuccessAt} none={webhookTexts.never} />,
    },
  ];
}

/** Whether a webhook is delivered to, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook['attributes'] }) {
  const { active, disabledReason } = webhook;
  if (active) return <span className="badge good">{webhookTexts.active}</span>;
  return (
    <>
      <span className="badge bad">{webhookTexts.inactive}</span>
      {disabledReason && <span className="secondary">{webhookTexts.reasons[disabledReason]}</span>}
    </>
  );
}
