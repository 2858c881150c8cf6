import { useState } from 'react';

type Sending = { mutate: () => void; reset: () => void };

/**
 * Checks a form before it is sent. What is wrong is shown from the first attempt on, until it is mended.
 * @param found what is wrong with each field now
 */
export function useFormCheck<Field extends string>(found: Record<Field, readonly string[]>) {
  const [isAttempted, setIsAttempted] = useState(false);
  const isRight = Object.values<readonly string[]>(found).every((faults) => faults.length === 0);
  const send = (mutation: Sending) => {
    setIsAttempted(true);
    if (isRight) mutation.mutate();
    else mutation.reset();
  };
  const faultsOf = (field: Field): readonly string[] => (isAttempted ? found[field] : []);
  return { send, faultsOf };
}

/** What is wrong with a text that must not be empty. @param fault where it is */
export function missing(text: string, fault: string): string[] {
  return text.trim() === '' ? [fault] : [];
}
