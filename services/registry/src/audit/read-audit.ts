import {
  type AuditEventRecord,
  type AuditFilter,
  type AuditQuery,
  problem,
} from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Dependencies } from '../dependencies.ts';

export const auditedServices = ['registry', 'oauth'] as const;
type AuditedService = (typeof auditedServices)[number];

export type PlatformAuditEvent = AuditEventRecord & { service: AuditedService };

/** How far each service's events were read: the id of the last one, or nothing yet. */
export type AuditPosition = Partial<Record<AuditedService, string>>;

export type AuditPage = { events: PlatformAuditEvent[]; next: AuditPosition | null };

export type AuditReading = {
  organizationId: string;
  filter: AuditFilter;
  /** Both where it is left out. */
  service?: AuditedService;
  position: AuditPosition;
  size: number;
};

/**
 * An organization's audit events of both services as one list, the latest first.
 * @throws AppError `temporarily_unavailable` where the OAuth service cannot be asked for its own
 */
export async function readAudit(
  dependencies: Pick<Dependencies, 'database' | 'oauthClient' | 'logger'>,
  { organizationId, filter, service, position, size }: AuditReading,
): Promise<AuditPage> {
  const asked = auditedServices.filter((one) => service === undefined || service === one);
  const found = await Promise.all(
    asked.map(async (one) => {
      const before = position[one];
      const query = { ...filter, organizationId, size: size + 1, ...(before && { before }) };
      const events = await eventsOf(dependencies, one, query);
      return events.map((event): PlatformAuditEvent => ({ ...event, service: one }));
    }),
  );
  const merged = merge(found);
  const events = merged.slice(0, size);
  if (merged.length <= size) return { events, next: null };
  const next = { ...position };
  for (const event of events) next[event.service] = event.id;
  return { events, next };
}

async function eventsOf(
  { database, oauthClient, logger }: Pick<Dependencies, 'database' | 'oauthClient' | 'logger'>,
  service: AuditedService,
  query: AuditQuery,
): Promise<AuditEventRecord[]> {
  if (service === 'registry') return database.auditTrail.list(query);
  if (!oauthClient) return [];
  try {
    return await oauthClient.listAuditEvents(query);
  } catch (cause) {
    logger.warn({ err: cause }, 'audit events not read at the OAuth service');
    const detail =
      'The events of the OAuth service cannot be read right now. Try again in a few seconds, or ask with filter[service]=registry.';
    const headers = { 'Retry-After': '5' };
    throw new AppError(problem('temporarily_unavailable', detail), { cause, headers });
  }
}

/** Keeps each service's order, which its cursor relies on; between services time decides. */
function merge(lists: PlatformAuditEvent[][]): PlatformAuditEvent[] {
  const rest = lists.map((list) => [...list]);
  const merged: PlatformAuditEvent[] = [];
  for (;;) {
    const heads = rest.filter((list) => list.length > 0);
    const [latest] = heads.toSorted((one, other) => timeOf(other) - timeOf(one));
    const event = latest?.shift();
    if (!event) return merged;
    merged.push(event);
  }
}

function timeOf([head]: PlatformAuditEvent[]): number {
  return head ? Date.parse(head.at) : 0;
}
