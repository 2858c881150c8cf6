import { useEffect, useState } from 'react';

export const TYPING_PAUSE_MILLISECONDS = 250;

/** The text after a pause in typing. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
