import { useNavigate } from '@tanstack/react-router';

/**
 * @param members of the address that open the dialog
 * @returns closes it. The address is replaced: going back must not open the dialog again
 */
export function useCloseDialog(...members: string[]): () => void {
  const navigate = useNavigate();
  const isKept = ([name]: [string, unknown]) => !members.includes(name);
  return () =>
    void navigate({
      to: '.',
      search: (before: object) => Object.fromEntries(Object.entries(before).filter(isKept)),
      replace: true,
      resetScroll: false,
    });
}
