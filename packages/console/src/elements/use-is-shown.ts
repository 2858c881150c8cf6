import { useLocation, useRouter } from '@tanstack/react-router';

/** @returns whether the page is still the one that is shown: a person may leave it while a write is under way */
export function useIsShown(): () => boolean {
  const router = useRouter();
  const page = useLocation({ select: ({ pathname }) => pathname });
  return () => router.state.location.pathname === page;
}
