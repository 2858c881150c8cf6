import { useRouter, useRouterState } from '@tanstack/react-router';

/**
 * @returns whether the person is still on the page that calls this hook. The page stays mounted while the next one
 *   loads: an answer that comes then must not lead back.
 */
export function useIsShown(): () => boolean {
  const router = useRouter();
  const loaded = useRouterState({
    select: ({ resolvedLocation, location }) => pageOf(resolvedLocation ?? location),
  });
  return () => pageOf(router.state.location) === loaded;
}

/** The path: a link to the directory adds the slash that the first address may lack. */
function pageOf({ pathname }: { pathname: string }): string {
  return pathname.replace(/\/$/, '');
}
