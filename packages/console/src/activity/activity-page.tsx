import './activity.css';
import { roles } from '@app-platform/contracts';
import { useInfiniteQuery, useQuery, useSuspenseQueries } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { actionColumn } from '../audit/event-columns.tsx';
import type { AuditEvent } from '../audit/queries.ts';
import { type App, appQuery, installationsQuery } from '../directory/queries.ts';
import { Breakable } from '../elements/breakable.tsx';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { EmptyState, RefusalNotice, RoleRequired } from '../elements/notices.tsx';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import { type GrantGroup, grantGroups, grantsQuery, listedGrants } from '../grants/queries.ts';
import { RoleList } from '../settings/roles.tsx';
import { Page } from '../shell/page.tsx';
import { UserName } from '../users/user-name.tsx';
import { ActivityCounts } from './activity-counts.tsx';
import { latestEventsQuery, type Period, periodHours } from './queries.ts';
import { activityTexts } from './texts.ts';

const route = getRouteApi('/apps/$name/activity');
const periods = Object.keys(periodHours) as Period[];

/** What an installed app does here, who uses it, and what was changed. */
export function ActivityPage() {
  const { name } = route.useParams();
  const { visibility, period = 'week' } = route.useSearch();
  const [{ data: app }, { data: installations }] = useSuspenseQueries({
    queries: [appQuery(name, visibility), installationsQuery],
  });
  const installation = installations.find(
    (one) => one.name === app.name && one.visibility === app.visibility,
  );
  return (
    <Page title={activityTexts.title(app.title)}>
      <p>
        <Link to="/apps/$name" params={{ name: app.name }} search={{ visibility: app.visibility }}>
          {activityTexts.back(app.title)}
        </Link>
      </p>
      <RoleRequired roles={[roles.apps]}>
        {installation ? (
          <RecoverableSection>
            <Sections app={app} period={period} />
          </RecoverableSection>
        ) : (
          <EmptyState
            title={activityTexts.notInstalled}
            advice={activityTexts.notInstalledAdvice}
          />
        )}
      </RoleRequired>
    </Page>
  );
}

type SectionsProps = { app: App; period: Period };

function Sections({ app, period }: SectionsProps) {
  const caller = useCaller();
  const grants = useInfiniteQuery({
    ...grantsQuery(listedGrants({ app: app.name })),
    enabled: caller.holds(roles.users),
  });
  const people = grantGroups(grants.data?.pages.flatMap(({ data }) => data) ?? []);
  return (
    <div className="activity">
      <PeriodChoice shown={period} />
      <ActivityCounts app={app} period={period} />
      <section className="card">
        <h2>{activityTexts.people}</h2>
        {!caller.holds(roles.users) && <p className="muted">{activityTexts.peopleRole}</p>}
        <RefusalNotice error={grants.error} />
        {grants.data && <People app={app} people={people} />}
      </section>
      {caller.holds(roles.audit) && <Changes app={app.name} />}
    </div>
  );
}

function PeriodChoice({ shown }: { shown: Period }) {
  return (
    <nav aria-label={activityTexts.period}>
      <ul className="choices plain-list">
        {periods.map((period) => (
          <li key={period}>
            <Link
              from="/apps/$name/activity"
              to="."
              search={(before) => ({ ...before, period })}
              resetScroll={false}
              activeProps={{ 'aria-current': undefined }}
              aria-current={period === shown ? 'true' : undefined}
            >
              {activityTexts.periods[period]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whom the app may act for. */
function People({ app, people }: { app: App; people: GrantGroup[] }) {
  if (people.length === 0) {
    return <EmptyState title={activityTexts.nobody} advice={activityTexts.nobodyAdvice} />;
  }
  return (
    <>
      <DataTable caption={activityTexts.people} columns={peopleColumns} rows={people} />
      <div className="actions">
        <Link className="button quiet" to="/settings/grants" search={{ app: app.name }}>
          {activityTexts.more}
        </Link>
        <Link
          className="button danger"
          to="/settings/grants"
          search={{ app: app.name, dialog: 'end-all' }}
        >
          {activityTexts.endAll}
        </Link>
      </div>
    </>
  );
}

const peopleColumns: Column<GrantGroup>[] = [
  {
    title: activityTexts.person,
    cell: ({ user }) => (
      <Link to="/settings/users/$id" params={{ id: user.id }}>
        <Breakable text={user.email} />
      </Link>
    ),
  },
  { title: activityTexts.may, cell: ({ scopes }) => <RoleList roles={scopes} /> },
  { title: activityTexts.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
];

/** The latest audit rows of the app: its versions, installations and the access that people gave. */
function Changes({ app }: { app: string }) {
  const { data: events, error } = useQuery(latestEventsQuery(app));
  return (
    <section className="card">
      <h2>{activityTexts.changes}</h2>
      <RefusalNotice error={error} />
      {events?.length === 0 && <p className="muted">{activityTexts.noChanges}</p>}
      {events && events.length > 0 && (
        <DataTable caption={activityTexts.changes} columns={eventColumns} rows={events} />
      )}
      <div className="actions">
        <Link className="button quiet" to="/settings/audit" search={{ app }}>
          {activityTexts.allChanges}
        </Link>
      </div>
    </section>
  );
}

const eventColumns: Column<AuditEvent>[] = [
  actionColumn,
  { title: activityTexts.when, cell: ({ attributes }) => <Moment at={attributes.at} /> },
  {
    title: activityTexts.who,
    cell: ({ attributes: { actor } }) =>
      actor.type === 'account' ? <UserName id={actor.id} /> : <code>{actor.id}</code>,
  },
];
