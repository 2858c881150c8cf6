import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const TYPING_PAUSE_MILLISECONDS = 250;

/**
 * The text of a search field. It is searched for after a pause, unless the person has left for another page.
 * @param inAddress what is searched for now
 * @param searchFor puts another text in the address of the page
 */
export function useSearchText(inAddress: string, searchFor: (text: string) => void) {
  const { history } = useRouter();
  const [text, setText] = useState(inAddress);
  useEffect(() => setText(inAddress), [inAddress]);
  useEffect(() => {
    if (text === inAddress) return;
    const { href } = history.location;
    const search = () => {
      // This page stays until the next one is loaded.
      if (history.location.href === href) searchFor(text);
    };
    const timer = setTimeout(search, TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, inAddress, searchFor, history]);
  return [text, setText] as const;
}
