import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isAccessTokenNew } from '../session/access-token.ts';
import { signIn } from '../session/authorization.ts';
import { isSessionEnded } from './refusals.ts';

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

/** Renews the access token through the OAuth service's session. If the session has ended, the user signs in. */
function signInWhereEnded(error: Error): void {
  // A new token that is refused is shown: a sign-in would lead here again.
  if (isSessionEnded(error) && !isAccessTokenNew()) void signIn();
}
