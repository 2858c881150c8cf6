import type { ReactNode } from 'react';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';
import { WebhookState } from './webhook-state.tsx';

type WebhookTableProps = {
  caption: string;
  webhooks: readonly Webhook[];
  /** The address of a webhook, which leads to its page. */
  link: (webhook: Webhook) => ReactNode;
};

/** Webhooks with what they hear and when they last did. */
export function WebhookTable({ caption, webhooks, link }: WebhookTableProps) {
  const keyOf = ({ id }: Webhook) => id;
  return <DataTable caption={caption} columns={columnsOf(link)} rows={webhooks} keyOf={keyOf} />;
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
