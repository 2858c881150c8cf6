import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change of what queries have read. What `change` resolves to is not kept: it may hold a secret.
 * @param queryKey of what is read anew
 * @param onDone called afterwards
 */
export function useChange<Input = void>(
  queryKey: QueryKey,
  change: (input: Input) => Promise<unknown>,
  onDone?: () => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      await change(input);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      onDone?.();
    },
  });
}
