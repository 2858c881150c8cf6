import { withIdempotencyKey } from '@app-platform/client/source';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

/** Adds to the options of a POST the `Idempotency-Key` that the same POST had before. */
export type Once = typeof withIdempotencyKey;

type Write<Input> = {
  /** What it resolves to is not kept: it may hold a secret. */
  write: (once: Once, input: Input) => Promise<unknown>;
  onSuccess?: (input: Input) => unknown;
  onError?: (error: Error) => unknown;
};

/**
 * A write that is done once, however often its button is clicked. While one is under way, another is
 * ignored, also before the button shows it. A further attempt after a failure, whose answer may only have
 * been lost, has the same key.
 */
export function useWrite<Input = void>({ write, onSuccess, onError }: Write<Input>) {
  const isUnderWay = useRef(false);
  const [keys] = useState(() => new Map<string, string>());
  const once: Once = (options) => {
    const request = JSON.stringify(options);
    const keyed = withIdempotencyKey(options, keys.get(request));
    keys.set(request, keyed.params.header['Idempotency-Key']);
    return keyed;
  };
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      await write(once, input);
      keys.clear();
    },
    onSuccess: (_data, input) => onSuccess?.(input),
    onError: (error) => onError?.(error),
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const mutate = (input: Input) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(input);
  };
  return { ...mutation, mutate };
}

/**
 * A write that invalidates queries.
 * @param queryKey of the queries to invalidate
 * @param onDone called afterwards, with what was written
 */
export function useChange<Input = void>(
  queryKey: QueryKey,
  change: (once: Once, input: Input) => Promise<unknown>,
  onDone?: (input: Input) => void,
) {
  const queryClient = useQueryClient();
  return useWrite({
    write: change,
    onSuccess: async (input) => {
      await queryClient.invalidateQueries({ queryKey });
      onDone?.(input);
    },
  });
}
