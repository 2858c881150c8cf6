import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { EmptyState } from '../elements/empty-state.tsx';
import { directoryTexts } from '../texts/directory.ts';
import { AppCard } from './app-card.tsx';
import { type DirectorySearch, directoryQuery } from './queries.ts';

/** The apps that fit, in cards. The list before stays until the next one is there. */
export function AppList({ search }: { search: DirectorySearch }) {
  const shown = useDeferredValue(search);
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    directoryQuery(shown),
  );
  const apps = data.pages.flatMap((page) => page.data);
  if (apps.length === 0) return <NoApps isFiltered={Boolean(shown.q || shown.tag)} />;
  return (
    <>
      <p className="muted" role="status">
        {directoryTexts.found(apps.length, hasNextPage)}
      </p>
      <ul className="app-cards plain-list">
        {apps.map((app) => (
          <li key={`${app.attributes.visibility} ${app.id}`}>
            <AppCard app={app} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button
          className="button quiet"
          type="button"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {directoryTexts.more}
        </button>
      )}
    </>
  );
}

function NoApps({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState title={directoryTexts.empty}>
        <p>{directoryTexts.emptyAdvice}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={directoryTexts.nothingFound}>
      <p>{directoryTexts.nothingFoundAdvice}</p>
      <Link className="button quiet" to="/" search={{}}>
        {directoryTexts.showAll}
      </Link>
    </EmptyState>
  );
}
