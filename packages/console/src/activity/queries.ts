import { unwrap } from '@app-platform/client/source';
import { queryOptions } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { readAuditPage } from '../audit/queries.ts';
import type { Visibility } from '../directory/queries.ts';

/** The periods that the page shows, by their hours. */
export const periodHours = { day: 24, week: 168, month: 744 };
export type Period = keyof typeof periodHours;

type Activity = Awaited<ReturnType<typeof readActivity>>;
export type HourOfActivity = Activity['hours'][number];
export type Kind = Exclude<keyof HourOfActivity, 'hour'>;

export function activityQuery(name: string, visibility: Visibility, period: Period) {
  return queryOptions({
    queryKey: ['activity', name, visibility, period],
    queryFn: () => readActivity(name, visibility, period),
  });
}

async function readActivity(name: string, visibility: Visibility, period: Period) {
  const query = { visibility, hours: String(periodHours[period]) };
  const params = { path: { name }, query };
  const answer = await unwrap(registry.GET('/v1/apps/installed/{name}/activity', { params }));
  return answer.data.attributes;
}

const SHOWN_EVENTS = 10;

/** The latest events about an app. */
export function latestEventsQuery(app: string) {
  return queryOptions({
    queryKey: ['audit', 'latest', app],
    queryFn: async () => (await readAuditPage({ app }, { 'page[size]': SHOWN_EVENTS })).data,
  });
}
