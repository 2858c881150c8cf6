import { useEffect, useEffectEvent, useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { TYPING_PAUSE_MILLISECONDS } from './use-debounced.ts';
import { useIsShown } from './use-is-shown.ts';

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
  const isShown = useIsShown();
  const [text, setText] = useState(inAddress);
  const search = useEffectEvent(() => {
    if (isShown()) props.onSearch(text);
  });
  useEffect(() => setText(inAddress), [inAddress]);
  useEffect(() => {
    if (text === inAddress) return;
    const timer = setTimeout(search, TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, inAddress]);
  return (
    <SearchField className={`field ${props.className}`} value={text} onChange={setText}>
      <Label>{props.label}</Label>
      <Input maxLength={props.maxLength} placeholder={props.placeholder} />
    </SearchField>
  );
}
