import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { pageAfter, pagination, readAll, registry } from '../api/clients.ts';

/** How soon the outcome of a delivery is looked for. */
const SENDING_MILLISECONDS = 2_000;

export type Webhook = Awaited<ReturnType<typeof readWebhooks>>[number];
export type Delivery = Awaited<ReturnType<typeof readDeliveries>>['data'][number];

/** The webhooks of the organization, and those that its apps declare. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: readWebhooks,
});

function readWebhooks() {
  return readAll((page) => registry.GET('/v1/webhooks', { params: { query: page } }));
}

export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: async () => {
      const params = { path: { id } };
      return (await unwrap(registry.GET('/v1/webhooks/{id}', { params }))).data;
    },
  });
}

/** What was sent to a webhook, the latest first. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', 'one', id, 'deliveries'],
    queryFn: ({ pageParam }) => readDeliveries(id, pageParam),
    ...pagination,
    refetchInterval: ({ state }) => {
      const deliveries = state.data?.pages.flatMap(({ data }) => data) ?? [];
      const isSending = deliveries.some(({ attributes }) => attributes.status === 'pending');
      return isSending && SENDING_MILLISECONDS;
    },
  });
}

function readDeliveries(id: string, after: string) {
  const params = { path: { id }, query: pageAfter(after, 20) };
  return unwrap(registry.GET('/v1/webhooks/{id}/deliveries', { params }));
}
