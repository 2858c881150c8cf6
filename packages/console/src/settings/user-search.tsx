import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { userTexts } from '../texts/users.ts';

const TYPING_PAUSE_MILLISECONDS = 250;

const route = getRouteApi('/settings/users');

/** Searches for a part of an email address, which is in the address of the page. */
export function UserSearch() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    if (text === q) return;
    const searchFor = () => void navigate({ search: text ? { q: text } : {}, replace: true });
    const timer = setTimeout(searchFor, TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, q, navigate]);
  return (
    <SearchField className="field user-search" value={text} onChange={setText}>
      <Label>{userTexts.search}</Label>
      <Input maxLength={320} placeholder={userTexts.searchPlaceholder} />
    </SearchField>
  );
}
