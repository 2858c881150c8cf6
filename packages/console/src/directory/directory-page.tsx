import { categoryTags } from '@app-platform/app-definition';
import { operatorTags } from '@app-platform/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useDeferredValue } from 'react';
import { LoadMore } from '../elements/data-table.tsx';
import { Contained, EmptyState } from '../elements/notices.tsx';
import { AddressSearch } from '../elements/search-field.tsx';
import { LoadingPage, Page } from '../shell/page.tsx';
import { AppIcon, OwnerLine } from './app-summary.tsx';
import { type DirectoryApp, type DirectorySearch, directoryQuery } from './queries.ts';
import { directoryTexts } from './texts.ts';

const route = getRouteApi('/');

/** All apps that the organization can install. The address holds what is searched for. */
export function DirectoryPage() {
  const search = route.useSearch();
  return (
    <Page title={directoryTexts.title}>
      <div className="directory-filters">
        <SearchInDirectory />
        <TagFilter />
      </div>
      <Suspense fallback={<LoadingPage />}>
        <AppList search={search} />
      </Suspense>
    </Page>
  );
}

function SearchInDirectory() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const searchFor = (wanted: string) => {
    const search = ({ tag }: DirectorySearch) => ({
      ...(tag && { tag }),
      ...(wanted && { q: wanted }),
    });
    void navigate({ search, replace: true });
  };
  return (
    <AddressSearch
      className="directory-search"
      label={directoryTexts.search}
      placeholder={directoryTexts.searchPlaceholder}
      maxLength={128}
      inAddress={q}
      onSearch={searchFor}
    />
  );
}

const tags = [...categoryTags, ...operatorTags];

/** Links to the directory with one tag. */
function TagFilter() {
  return (
    <nav aria-label={directoryTexts.tags}>
      <ul className="tag-filter plain-list">
        <li>
          <TagLink text={directoryTexts.allTags} />
        </li>
        {tags.map((tag) => (
          <li key={tag}>
            <TagLink tag={tag} text={directoryTexts.tagName(tag)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TagLink({ tag, text }: { tag?: string; text: string }) {
  return (
    <Link
      to="/"
      search={({ q }) => ({ ...(q && { q }), ...(tag && { tag }) })}
      activeOptions={{ exact: true }}
    >
      {text}
    </Link>
  );
}

/** The apps that fit, in cards. The list before stays until the next one is there. */
function AppList({ search }: { search: DirectorySearch }) {
  const shown = useDeferredValue(search);
  const listing = useSuspenseInfiniteQuery(directoryQuery(shown));
  const apps = listing.data.pages.flatMap((page) => page.data);
  if (apps.length === 0) return <NoApps isFiltered={Boolean(shown.q || shown.tag)} />;
  return (
    <>
      <p className="muted" role="status">
        {directoryTexts.found(apps.length, listing.hasNextPage)}
      </p>
      <ul className="app-cards plain-list">
        {apps.map((app) => (
          <li key={`${app.attributes.visibility} ${app.id}`}>
            <Contained>
              <AppCard app={app} />
            </Contained>
          </li>
        ))}
      </ul>
      <LoadMore listing={listing} text={directoryTexts.more} />
    </>
  );
}

function NoApps({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return <EmptyState title={directoryTexts.empty} advice={directoryTexts.emptyAdvice} />;
  }
  return (
    <EmptyState title={directoryTexts.nothingFound} advice={directoryTexts.nothingFoundAdvice}>
      <Link className="button quiet" to="/" search={{}}>
        {directoryTexts.showAll}
      </Link>
    </EmptyState>
  );
}

/** An app of the directory. */
function AppCard({ app }: { app: DirectoryApp }) {
  const { name, title, iconUrl, visibility, tags, installedVersion, organization } = app.attributes;
  return (
    <article className="card app-card">
      <AppIcon address={iconUrl} title={title} />
      <div>
        <h2>
          <Link to="/apps/$name" params={{ name }} search={{ visibility }}>
            {title}
          </Link>
        </h2>
        <OwnerLine organization={organization} />
        <p className="badges">
          {visibility === 'private' && <span className="badge">{directoryTexts.own}</span>}
          {installedVersion && <span className="badge good">{directoryTexts.installed}</span>}
          {tags.map((tag) => (
            <span className="badge" key={tag}>
              {directoryTexts.tagName(tag)}
            </span>
          ))}
        </p>
      </div>
    </article>
  );
}
