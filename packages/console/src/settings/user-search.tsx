import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { useSearchText } from '../elements/use-search-text.ts';
import { userTexts } from '../texts/users.ts';

const route = getRouteApi('/settings/users');

/** Searches for a part of an email address, which is in the address of the page. */
export function UserSearch() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const searchFor = useCallback(
    (wanted: string) => void navigate({ search: wanted ? { q: wanted } : {}, replace: true }),
    [navigate],
  );
  const [text, setText] = useSearchText(q, searchFor);
  return (
    <SearchField className="field user-search" value={text} onChange={setText}>
      <Label>{userTexts.search}</Label>
      <Input maxLength={320} placeholder={userTexts.searchPlaceholder} />
    </SearchField>
  );
}
