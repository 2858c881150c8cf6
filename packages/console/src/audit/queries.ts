import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { pageAfter, pagination, registry } from '../api/clients.ts';

/** The filter of the address. */
export type AuditFilter = {
  action?: string;
  actor?: string;
  subject?: string;
  /** Instants: `from` is included, `until` is not. */
  from?: string;
  until?: string;
  service?: 'registry' | 'oauth';
};

export type AuditEvent = Awaited<ReturnType<typeof readAuditPage>>['data'][number];

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => readAuditPage(filter, pageAfter(pageParam)),
    ...pagination,
  });
}

/** @param page its size, and where it begins */
export function readAuditPage(filter: AuditFilter, page: ReturnType<typeof pageAfter>) {
  const filters = Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value]);
  const query = { ...Object.fromEntries(filters), ...page };
  return unwrap(registry.GET('/v1/audit', { params: { query } }));
}
