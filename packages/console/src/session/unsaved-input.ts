import { useState } from 'react';

const UNSAVED = 'unsaved ';

/**
 * The input of a form, kept in this tab until the form is sent or cancelled: a sign-in in the middle leaves
 * the page. Never for a password, a secret or a token, which storage may not hold.
 * @param key names the form and the record that it changes; give the form component the same `key`
 * @param initial the input of an untouched form; its members are JSON
 * @returns `change` merges members into the input; `forget` is called when the form is sent or cancelled;
 *   `reset` also returns the shown form to the initial input; `drop` forgets members that still have these values
 */
export function useUnsavedInput<Input extends object>(key: string, initial: Input) {
  const [input, setInput] = useState(() => restore(key, initial));
  const change = (members: Partial<Input>) => {
    // Two changes of one event both start from what is kept.
    const changed = { ...restore(key, initial), ...members };
    sessionStorage.setItem(UNSAVED + key, JSON.stringify(changed));
    setInput(changed);
  };
  const forget = () => sessionStorage.removeItem(UNSAVED + key);
  const reset = () => {
    forget();
    setInput(initial);
  };
  const drop = (members: Partial<Input>) => {
    const kept = Object.entries(restore(key, initial)).filter(
      ([name, value]) => value !== members[name as keyof Input],
    );
    if (kept.length === 0) return reset();
    const input = Object.fromEntries(kept) as Input;
    sessionStorage.setItem(UNSAVED + key, JSON.stringify(input));
    setInput(input);
  };
  return { input, change, forget, reset, drop };
}

function restore<Input extends object>(key: string, initial: Input): Input {
  const kept = sessionStorage.getItem(UNSAVED + key);
  return kept === null ? initial : { ...initial, ...(JSON.parse(kept) as Partial<Input>) };
}
