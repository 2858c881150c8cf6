import { ACTIVITY_DAYS } from '@app-platform/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readAll, registry } from '../api/clients.ts';
import type { Installation } from '../directory/queries.ts';
import { Day } from '../elements/moment.tsx';
import { installedTexts } from './texts.ts';

const DAY_MILLISECONDS = 86_400_000;

type AppActivity = Awaited<ReturnType<typeof readActivity>>[number];
/** By the names of the apps. */
export type Activities = ReadonlyMap<string, AppActivity>;

const activityQuery = queryOptions({ queryKey: ['apps', 'activity'], queryFn: readActivity });

async function readActivity() {
  const found = await readAll((page) =>
    registry.GET('/v1/apps/activity', { params: { query: page } }),
  );
  return found.map(({ attributes }) => attributes);
}

/** When the installed apps were last used. The page is shown without waiting for it. */
export function useActivities(): { activities: Activities; isIncomplete: boolean } {
  const { data = [], isError } = useQuery(activityQuery);
  const activities = new Map(data.map((one) => [one.name, one]));
  return { activities, isIncomplete: isError || data.some(({ complete }) => !complete) };
}

/** Nothing while it is not known, nor before the first use of an app that was installed lately. */
export function LastUsed({ app, activity }: ActivityProps) {
  if (!activity?.complete) return null;
  if (activity.lastUsedAt !== null) return <Day at={activity.lastUsedAt} />;
  const isNew = Date.now() - Date.parse(app.installedAt) < ACTIVITY_DAYS * DAY_MILLISECONDS;
  return isNew ? null : <span className="muted">{installedTexts.unused}</span>;
}

type ActivityProps = { app: Installation; activity: AppActivity | undefined };

/** The number of refused requests, which leads to their hours. */
export function Refused({ app, activity }: ActivityProps) {
  const refused = activity?.refused ?? null;
  if (refused === null) return null;
  if (refused === 0) return <span className="muted">{refused}</span>;
  const { name, visibility } = app;
  return (
    <Link to="/apps/$name/activity" params={{ name }} search={{ visibility }}>
      {refused.toLocaleString()}
    </Link>
  );
}
