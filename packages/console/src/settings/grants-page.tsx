import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { DataTable } from '../elements/data-table.tsx';
import { EmptyState } from '../elements/empty-state.tsx';
import { LoadMore } from '../elements/load-more.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { grantTexts } from '../texts/settings.ts';
import { EndGrantsDialog } from './end-grants-dialog.tsx';
import { grantColumns } from './grant-columns.tsx';
import { GrantFilterForm } from './grant-filter-form.tsx';
import { grantGroups } from './grant-groups.ts';
import { GrantKindChoice } from './grant-kind-choice.tsx';
import { grantsQuery, listedGrants } from './queries.ts';
import { SectionPage } from './section-page.tsx';

const route = getRouteApi('/settings/grants');

/** What users have allowed apps to do, by user and by app, and the end of it. */
export function GrantsPage() {
  const { user, app } = route.useSearch();
  return (
    <SectionPage section="grants">
      <GrantKindChoice />
      <GrantFilterForm key={`${user} ${app}`} />
      <Grants />
    </SectionPage>
  );
}

function Grants() {
  const { dialog, grant, ...filter } = route.useSearch();
  const { user, app } = filter;
  const close = useCloseDialog('dialog', 'grant');
  const listed = listedGrants(filter);
  const listing = useSuspenseInfiniteQuery(grantsQuery(useDeferredValue(listed)));
  const groups = grantGroups(listing.data.pages.flatMap((page) => page.data));
  const isFiltered = Boolean(user || app);
  const chosen = groups.find(({ id }) => id === grant);
  if (groups.length === 0) return <NoGrants isFiltered={isFiltered} />;
  return (
    <>
      <DataTable
        caption={grantTexts.grants}
        columns={grantColumns}
        rows={groups}
        keyOf={({ id }) => id}
      />
      <div className="actions">
        <LoadMore listing={listing} />
        {isFiltered && (
          <Link
            className="button danger"
            to="/settings/grants"
            search={{ ...filter, dialog: 'end-all' }}
            resetScroll={false}
          >
            {grantTexts.endAll}
          </Link>
        )}
      </div>
      {dialog === 'end' && chosen && <EndGrantsDialog ended={chosen} onClose={close} />}
      {dialog === 'end-all' && isFiltered && <EndGrantsDialog ended={listed} onClose={close} />}
    </>
  );
}

function NoGrants({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title={grantTexts.nothingFound}>
        <p>{grantTexts.nothingFoundAdvice}</p>
        <Link
          className="button quiet"
          to="/settings/grants"
          search={({ kind }) => ({ ...(kind && { kind }) })}
        >
          {grantTexts.reset}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={grantTexts.empty}>
      <p>{grantTexts.emptyAdvice}</p>
    </EmptyState>
  );
}
