import { categoryTags } from '@app-platform/app-definition';
import { operatorTags } from '@app-platform/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { Select } from '../elements/fields.tsx';
import { Contained, EmptyState, FilteredList } from '../elements/notices.tsx';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import { AddressSearch } from '../elements/search-field.tsx';
import { WindowedCards } from '../elements/windowed-cards.tsx';
import { Page } from '../shell/page.tsx';
import { AppIcon, OwnerLine } from './app-summary.tsx';
import type { DirectorySort } from './directory-sorts.ts';
import { firstLine } from './first-line.ts';
import { type DirectoryApp, type DirectorySearch, directoryQuery } from './queries.ts';
import { directoryTexts } from './texts.ts';

const route = getRouteApi('/directory');

/** A longer list is searched instead. */
const MOST_SHOWN = 2_000;

/** All apps that the organization can install. The address holds what is searched for. */
export function DirectoryPage() {
  const search = route.useSearch();
  return (
    <Page title={directoryTexts.title}>
      <div className="directory-filters">
        <div className="directory-search-line">
          <SearchInDirectory />
          <SortChoice />
        </div>
        <TagFilter />
      </div>
      <FilteredList filter={search} showAll={<AllAppsLink />}>
        <RecoverableSection>
          <AppList search={search} />
        </RecoverableSection>
      </FilteredList>
    </Page>
  );
}

function SearchInDirectory() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const searchFor = (wanted: string) => {
    const search = ({ q: _before, ...others }: DirectorySearch) => ({
      ...others,
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

/** The order that is usual, by relevance for words and by name without, is not in the address. */
function SortChoice() {
  const { q, sort } = route.useSearch();
  const navigate = route.useNavigate();
  const usual = q ? 'relevance' : 'name';
  const sorts = (Object.keys(directoryTexts.sorts) as DirectorySort[]).filter(
    (one) => q || one !== 'relevance',
  );
  const choose = (chosen: DirectorySort) => {
    const search = ({ sort: _before, ...others }: DirectorySearch) => ({
      ...others,
      ...(chosen !== usual && { sort: chosen }),
    });
    void navigate({ search, replace: true });
  };
  return (
    <Select
      label={directoryTexts.sort}
      value={sort && sorts.includes(sort) ? sort : usual}
      options={sorts.map((one) => [one, directoryTexts.sorts[one]])}
      onChange={choose}
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
  const { tag: _before, ...others } = route.useSearch();
  return (
    <Link
      to="/directory"
      search={{ ...others, ...(tag && { tag }) }}
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
        {listing.hasNextPage && apps.length >= MOST_SHOWN && ` ${directoryTexts.tooMany}`}
      </p>
      <WindowedCards
        className="app-cards plain-list"
        items={apps}
        idOf={({ id, attributes }) => `${attributes.visibility} ${id}`}
        listing={listing}
        most={MOST_SHOWN}
      >
        {(app) => (
          <Contained>
            <AppCard app={app} />
          </Contained>
        )}
      </WindowedCards>
    </>
  );
}

function NoApps({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return <EmptyState title={directoryTexts.empty} advice={directoryTexts.emptyAdvice} />;
  }
  return (
    <EmptyState title={directoryTexts.nothingFound} advice={directoryTexts.nothingFoundAdvice}>
      <AllAppsLink />
    </EmptyState>
  );
}

function AllAppsLink() {
  return (
    <Link className="button quiet" to="/directory" search={{}}>
      {directoryTexts.showAll}
    </Link>
  );
}

/** An app of the directory. */
function AppCard({ app }: { app: DirectoryApp }) {
  const { name, title, iconUrl, visibility, tags, installedVersion, organization, description } =
    app.attributes;
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
        <p className="app-description">{firstLine(description)}</p>
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
