import { useUnsavedInput } from '../session/unsaved-input.ts';
import { useCaller } from './caller.ts';

/** The kept input of a form, for the person who is signed in: another one must not see it. */
export function useFormInput<Input extends object>(form: string, initial: Input) {
  const { userId } = useCaller();
  return useUnsavedInput(`${userId} ${form}`, initial);
}
