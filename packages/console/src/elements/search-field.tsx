import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';

const TYPING_PAUSE_MILLISECONDS = 250;

type AddressSearchProps = {
  className: string;
  label: string;
  placeholder: string;
  maxLength: number;
  /** What the address of the page searches for. */
  inAddress: string;
  /** Puts another text in the address, and keeps what else is in its query. */
  onSearch: (text: string) => void;
};

/** Searches after a pause in typing, unless the person has left for another page. */
export function AddressSearch(props: AddressSearchProps) {
  const { inAddress } = props;
  const { history } = useRouter();
  const [text, setText] = useState(inAddress);
  const onSearch = useEffectEvent(props.onSearch);
  useEffect(() => setText(inAddress), [inAddress]);
  useEffect(() => {
    if (text === inAddress) return;
    const page = pageOf(history.location);
    const search = () => {
      // This page stays until the next one is loaded.
      if (pageOf(history.location) === page) onSearch(text);
    };
    const timer = setTimeout(search, TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, inAddress, history]);
  return (
    <SearchField className={`field ${props.className}`} value={text} onChange={setText}>
      <Label>{props.label}</Label>
      <Input maxLength={props.maxLength} placeholder={props.placeholder} />
    </SearchField>
  );
}

/** The path: a link to the directory adds the slash that the first address may lack. */
function pageOf({ pathname }: { pathname: string }): string {
  return pathname.replace(/\/$/, '');
}
