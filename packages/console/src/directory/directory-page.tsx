import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { useSearchText } from '../elements/use-search-text.ts';
import { LoadingPage } from '../layout/loading-page.tsx';
import { Page } from '../layout/page.tsx';
import { directoryTexts } from '../texts/directory.ts';
import { AppList } from './app-list.tsx';
import './directory.css';
import { TagFilter } from './tag-filter.tsx';

const route = getRouteApi('/');

/** All apps that the organization can install. The address holds what is searched for. */
export function DirectoryPage() {
  const search = route.useSearch();
  return (
    <Page title={directoryTexts.title}>
      <div className="directory-filters">
        <DirectorySearchField />
        <TagFilter />
      </div>
      <Suspense fallback={<LoadingPage />}>
        <AppList search={search} />
      </Suspense>
    </Page>
  );
}

function DirectorySearchField() {
  const { q = '', tag } = route.useSearch();
  const navigate = useNavigate();
  const searchFor = useCallback(
    (wanted: string) => {
      const search = { ...(tag && { tag }), ...(wanted && { q: wanted }) };
      void navigate({ to: '/', search, replace: true });
    },
    [tag, navigate],
  );
  const [text, setText] = useSearchText(q, searchFor);
  return (
    <SearchField className="field directory-search" value={text} onChange={setText}>
      <Label>{directoryTexts.search}</Label>
      <Input maxLength={128} placeholder={directoryTexts.searchPlaceholder} />
    </SearchField>
  );
}
