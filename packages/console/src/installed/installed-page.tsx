import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { installationsQuery } from '../directory/queries.ts';
import { Select } from '../elements/fields.tsx';
import { EmptyState, RoleRequired } from '../elements/notices.tsx';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import { AddressSearch } from '../elements/search-field.tsx';
import { useIsShown } from '../elements/use-is-shown.ts';
import { Page } from '../shell/page.tsx';
import { useActivities } from './app-activity.tsx';
import { BulkChangeDialog } from './bulk-change-dialog.tsx';
import type { BulkChange } from './bulk-change-plan.ts';
import { InstalledTable } from './installed-table.tsx';
import { type InstalledFilter, listedApps } from './listed-apps.ts';
import { usePendingCounts } from './pending-counts.ts';
import { bulkChangeTexts, installedTexts } from './texts.ts';
import { UninstalledSection } from './uninstalled-section.tsx';
import './installed.css';

const route = getRouteApi('/installed');

/** The installed apps and the pending decisions: the first page of administrators. */
export function InstalledPage() {
  return (
    <Page title={installedTexts.title}>
      <RoleRequired roles={[roles.apps]}>
        <PendingSummary />
        <Filters />
        <RecoverableSection>
          <InstalledApps />
        </RecoverableSection>
        <UninstalledSection />
      </RoleRequired>
    </Page>
  );
}

/** The pending updates, roles and requests, each with a link. */
function PendingSummary() {
  const { updates, roles: appsWithPendingRoles, requests } = usePendingCounts();
  if (updates + appsWithPendingRoles + requests === 0) return null;
  return (
    <ul className="choices plain-list">
      {updates > 0 && (
        <li>
          <Link to="/installed" search={{ show: 'updates' }}>
            {installedTexts.updates(updates)}
          </Link>
        </li>
      )}
      {appsWithPendingRoles > 0 && (
        <li>
          <Link to="/installed" search={{ show: 'roles' }}>
            {installedTexts.roles(appsWithPendingRoles)}
          </Link>
        </li>
      )}
      {requests > 0 && (
        <li>
          <Link to="/settings/requests">{installedTexts.requests(requests)}</Link>
        </li>
      )}
    </ul>
  );
}

const entriesOf = <Key extends string>(texts: Record<Key, string>) =>
  Object.entries(texts) as [Key, string][];

/** The search, the filter and the order, which the address holds. */
function Filters() {
  const { q = '', show = 'all', sort = 'name' } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (listing: InstalledFilter) => {
    const search = ({ selected, ...before }: InstalledFilter & { selected?: string }) =>
      ({ ...before, ...listing }) as Record<string, never>;
    void navigate({ search, replace: true });
  };
  return (
    <div className="installed-filters">
      <AddressSearch
        className="installed-search"
        label={installedTexts.search}
        placeholder={installedTexts.searchPlaceholder}
        maxLength={128}
        inAddress={q}
        onSearch={(text) => change({ q: text || undefined })}
      />
      <Select
        label={installedTexts.showLabel}
        value={show}
        options={entriesOf(installedTexts.show)}
        onChange={(chosen) => change({ show: chosen === 'all' ? undefined : chosen })}
      />
      <Select
        label={installedTexts.sortLabel}
        value={sort}
        options={entriesOf(installedTexts.sort)}
        onChange={(chosen) => change({ sort: chosen === 'name' ? undefined : chosen })}
      />
    </div>
  );
}

function InstalledApps() {
  const { selected, dialog, ...listing } = route.useSearch();
  const navigate = route.useNavigate();
  const isShown = useIsShown();
  const { data: apps } = useSuspenseQuery(installationsQuery);
  const [done, setDone] = useState<string>();
  const { activities, isIncomplete } = useActivities();
  const found = listedApps(apps, listing, activities);
  const names = new Set(selected?.split(','));
  const chosen = apps.filter(({ name }) => names.has(name));
  const finish = (change: BulkChange, count: number) => {
    setDone(bulkChangeTexts.done[change](count));
    if (!isShown()) return;
    // The filters may have changed since the dialog was opened.
    const search = ({ selected: _, dialog: __, ...before }: object & Record<string, unknown>) =>
      before;
    void navigate({ search, replace: true });
  };
  return (
    <>
      {done && (
        <p className="notice good" role="status">
          {done}
        </p>
      )}
      {apps.length === 0 ? (
        <NoApps />
      ) : (
        <>
          <p className="muted" role="status">
            {installedTexts.found(found.length)}
          </p>
          {isIncomplete && <p className="notice bad">{installedTexts.activityUnknown}</p>}
          {found.length === 0 ? (
            <NothingFound />
          ) : (
            <>
              <InstalledTable apps={found} chosen={chosen} activities={activities} />
              <p className="muted">{installedTexts.activityMeaning}</p>
            </>
          )}
        </>
      )}
      {dialog && <BulkChangeDialog key={selected} change={dialog} apps={chosen} onDone={finish} />}
    </>
  );
}

function NoApps() {
  return (
    <EmptyState title={installedTexts.empty} advice={installedTexts.emptyAdvice}>
      <Link className="button" to="/directory">
        {installedTexts.toDirectory}
      </Link>
    </EmptyState>
  );
}

function NothingFound() {
  return (
    <EmptyState title={installedTexts.nothingFound} advice={installedTexts.nothingFoundAdvice}>
      <Link className="button quiet" to="/installed" search={{}}>
        {installedTexts.showAll}
      </Link>
    </EmptyState>
  );
}
