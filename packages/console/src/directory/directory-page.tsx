import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { LoadingPage } from '../layout/loading-page.tsx';
import { Page } from '../layout/page.tsx';
import { directoryTexts } from '../texts/directory.ts';
import { AppList } from './app-list.tsx';
import './directory.css';
import { TagFilter } from './tag-filter.tsx';

const TYPING_PAUSE_MILLISECONDS = 250;

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
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    if (text === q) return;
    const searchFor = () => {
      const search = { ...(tag && { tag }), ...(text && { q: text }) };
      void navigate({ to: '/', search, replace: true });
    };
    const timer = setTimeout(searchFor, TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, q, tag, navigate]);
  return (
    <SearchField className="field directory-search" value={text} onChange={setText}>
      <Label>{directoryTexts.search}</Label>
      <Input maxLength={128} placeholder={directoryTexts.searchPlaceholder} />
    </SearchField>
  );
}
