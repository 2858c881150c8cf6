import { useState } from 'react';
import { useCaller } from '../api/caller.ts';
import { faultsAt, unlessBeside } from '../api/refusals.ts';
import { useUnsavedInput } from '../session/unsaved-input.ts';

/**
 * The kept input of a form, for the person who is signed in: another one must not see it.
 * @param onClose closes the form
 * @returns `close` forgets the input and closes the form
 */
export function useFormInput<Input extends object>(
  form: string,
  initial: Input,
  onClose?: () => void,
) {
  const { userId } = useCaller();
  const kept = useUnsavedInput(`${userId} ${form}`, initial);
  const close = () => {
    kept.forget();
    onClose?.();
  };
  return { ...kept, close };
}

/**
 * The kept edits of a form that changes a record. The form shows the record as it is stored, with the edits.
 * @returns `edits`: only the members that differ from the record. Sent alone, they keep what others changed.
 *   `drop` is called with those that were saved: what was typed since stays
 */
export function useRecordEdits<Members extends object>(form: string, stored: Members) {
  const { input, change, reset, drop } = useFormInput<Partial<Members>>(form, {});
  const edits = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== stored[name as keyof Members]),
  ) as Partial<Members>;
  return { input: { ...stored, ...edits }, edits, change, reset, drop };
}

type Sending = { error: unknown; isPending: boolean; mutate: () => void; reset: () => void };

/**
 * Checks a form before it is sent. Faults are shown from the first attempt on, until they are mended.
 * @param mutation sends the form
 * @param found what is wrong with each field now, by the field's name in the body
 * @returns the mutation for `ActionDialog`, whose error is what no field shows, and the faults of each field
 */
export function useCheckedForm<Field extends string>(
  mutation: Sending,
  found: Record<Field, readonly string[]>,
) {
  const [isAttempted, setIsAttempted] = useState(false);
  const { error, isPending } = mutation;
  const isRight = Object.values<readonly string[]>(found).every((faults) => faults.length === 0);
  const mutate = () => {
    setIsAttempted(true);
    if (isRight) mutation.mutate();
    else mutation.reset();
  };
  const faultsOf = (field: Field): string[] => [
    ...(isAttempted ? found[field] : []),
    ...faultsAt(error, `/${field}`),
  ];
  const pointers = Object.keys(found).map((field) => `/${field}`);
  return { error: unlessBeside(error, pointers), isPending, mutate, faultsOf };
}

/** What is wrong with a text that must not be empty. @param fault where it is */
export function missing(text: string, fault: string): string[] {
  return text.trim() === '' ? [fault] : [];
}
