import { PlatformError } from '@app-platform/client/source';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signIn } from '../session/authorization.ts';
import { isRecentSignInNeeded } from './refusals.ts';

/** The client library repeats requests itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInWhereEnded }),
    mutationCache: new MutationCache({ onError: signInWhereEnded }),
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** Renews the access token through the OAuth service's session, which asks for a password if it has ended. */
function signInWhereEnded(error: Error): void {
  if (!(error instanceof PlatformError) || error.status !== 401) return;
  if (!isRecentSignInNeeded(error)) void signIn();
}
