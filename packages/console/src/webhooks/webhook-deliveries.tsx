import { unwrap } from '@app-platform/client/source';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { EmptyState } from '../elements/empty-state.tsx';
import { LoadMore } from '../elements/load-more.tsx';
import { Moment } from '../elements/moment.tsx';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { type Delivery, deliveriesQuery, type Webhook } from './queries.ts';

type WebhookDeliveriesProps = { webhook: Webhook; heading: ReactNode };

/** What was sent to a webhook, each with its attempts, and sent again by a button. */
export function WebhookDeliveries({ webhook, heading }: WebhookDeliveriesProps) {
  const { id, attributes } = webhook;
  const queryClient = useQueryClient();
  const listing = useSuspenseInfiniteQuery(deliveriesQuery(id));
  const deliveries = listing.data.pages.flatMap(({ data }) => data);
  const redeliver = useChange(['webhooks'], (deliveryId: string) => {
    const params = { path: { id, deliveryId } };
    const path = '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver';
    return unwrap(registry.POST(path, { params }));
  });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  return (
    <>
      <div className="page-heading">
        {heading}
        <button className="button quiet" type="button" onClick={refresh}>
          {webhookTexts.refresh}
        </button>
      </div>
      <RefusalNotice error={redeliver.error} />
      {deliveries.length === 0 ? (
        <EmptyState title={webhookTexts.noDeliveries}>
          {attributes.active && <p>{webhookTexts.noDeliveriesAdvice}</p>}
        </EmptyState>
      ) : (
        <DataTable
          caption={webhookTexts.deliveriesOf(attributes.url)}
          columns={[...columns, ...(attributes.active ? [againColumn(redeliver.mutate)] : [])]}
          rows={deliveries}
          keyOf={(delivery) => delivery.id}
        />
      )}
      <LoadMore listing={listing} />
    </>
  );
}

const badges = {
  pending: 'badge',
  delivered: 'badge good',
  failed: 'badge bad',
  canceled: 'badge',
};

const columns: Column<Delivery>[] = [
  { title: webhookTexts.event, cell: ({ attributes }) => <code>{attributes.eventType}</code> },
  {
    title: webhookTexts.status,
    cell: ({ attributes: { status } }) => (
      <span className={badges[status]}>{webhookTexts.statuses[status]}</span>
    ),
  },
  { title: webhookTexts.sent, cell: ({ attributes }) => <Moment at={attributes.createdAt} /> },
  {
    title: webhookTexts.attempts,
    cell: ({ attributes }) => <DeliveryAttempts delivery={attributes} />,
  },
];

function againColumn(onRedeliver: (deliveryId: string) => void): Column<Delivery> {
  return {
    title: webhookTexts.redeliver,
    isActions: true,
    cell: ({ id, attributes }) => (
      <button
        className="button quiet"
        type="button"
        aria-label={webhookTexts.redeliverEvent(attributes.eventType)}
        onClick={() => onRedeliver(id)}
      >
        {webhookTexts.redeliver}
      </button>
    ),
  };
}
