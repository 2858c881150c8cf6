import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { readAll } from '../api/read-all.ts';
import type { DirectoryApp, Visibility } from '../directory/queries.ts';

/** How soon the outcome of a delivery is looked for. */
const SENDING_MILLISECONDS = 2_000;

export type Webhook = Awaited<ReturnType<typeof readWebhooks>>[number];
export type Delivery = Awaited<ReturnType<typeof readDeliveries>>['data'][number];

/** The apps that an organization has registered. */
export function ownAppsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['apps', 'own', organizationId],
    queryFn: async () => {
      const apps = await readAll<DirectoryApp>((page) => {
        const params = { query: { 'page[size]': 100, ...page } };
        return registry.GET('/v1/apps/available', { params });
      });
      return apps.filter(({ attributes }) => attributes.organization.id === organizationId);
    },
  });
}

/** How many organizations have each version installed. */
export function installationCountsQuery(name: string, visibility: Visibility) {
  return queryOptions({
    queryKey: ['apps', 'counts', name, visibility],
    queryFn: async () => {
      const counts = await readAll((page) => {
        const params = { path: { name }, query: { visibility, 'page[size]': 100, ...page } };
        return registry.GET('/v1/apps/available/{name}/installations', { params });
      });
      return new Map(
        counts.map(({ attributes: { version, installations } }) => [version, installations]),
      );
    },
  });
}

export const webhooksQuery = queryOptions({ queryKey: ['webhooks'], queryFn: readWebhooks });

function readWebhooks() {
  return readAll((page) => {
    const params = { query: { 'page[size]': 100, ...page } };
    return registry.GET('/v1/webhooks', { params });
  });
}

export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', id],
    queryFn: async () => {
      const params = { path: { id } };
      return (await unwrap(registry.GET('/v1/webhooks/{id}', { params }))).data;
    },
  });
}

/** What was sent to a webhook, the latest first. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ pageParam }) => readDeliveries(id, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.page.after ?? undefined,
    refetchInterval: ({ state }) => {
      const deliveries = state.data?.pages.flatMap(({ data }) => data) ?? [];
      const isSending = deliveries.some(({ attributes }) => attributes.status === 'pending');
      return isSending && SENDING_MILLISECONDS;
    },
  });
}

function readDeliveries(id: string, after: string) {
  const params = {
    path: { id },
    query: { 'page[size]': 20, ...(after && { 'page[after]': after }) },
  };
  return unwrap(registry.GET('/v1/webhooks/{id}/deliveries', { params }));
}
