import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { pageAfter, pagination, registry } from '../api/clients.ts';
import { instantsOf, type Period } from './periods.ts';

/** The filter of the address. */
export type AuditFilter = {
  action?: string;
  actor?: string;
  /** The name of an app. */
  app?: string;
  subject?: string;
  period?: Period;
  /** Instants: `from` is included, `until` is not. They count without a period. */
  from?: string;
  until?: string;
  service?: 'registry' | 'oauth';
};

export type AuditEvent = Awaited<ReturnType<typeof readAuditPage>>['data'][number];

/** The most events of a list or an export. The browser holds them all. */
export const MOST_EVENTS = 10_000;

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => readAuditPage(filter, pageAfter(pageParam, 100)),
    ...pagination,
  });
}

/** @param page its size, and where it begins */
export function readAuditPage(
  { period, from, until, ...rest }: AuditFilter,
  page: ReturnType<typeof pageAfter>,
) {
  const given = Object.entries({ ...rest, ...instantsOf({ period, from, until }) });
  const filters = given.map(([name, value]) => [`filter[${name}]`, value]);
  const query = { ...Object.fromEntries(filters), ...page };
  return unwrap(registry.GET('/v1/audit', { params: { query } }));
}
