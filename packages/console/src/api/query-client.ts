import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isAccessTokenNew } from '../session/access-token.ts';
import { signIn } from '../session/authorization.ts';
import { connection } from './connection.ts';
import { isSessionEnded, isTransient } from './refusals.ts';

/** The client library repeats requests itself. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: signInWhereEnded }),
    mutationCache: new MutationCache({ onError: signInWhereEnded }),
    defaultOptions: {
      // Without a connection a request fails at once, and says so, instead of waiting unseen.
      queries: {
        retry: false,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  connection.onRetry(() => {
    const failed = { predicate: ({ state }: Query) => isTransient(state.error) };
    void client.refetchQueries(failed);
  });
  return client;
}

/** Renews the access token through the OAuth service's session. If the session has ended, the user signs in. */
function signInWhereEnded(error: Error): void {
  // A new token that is refused is shown: a sign-in would lead here again.
  if (isSessionEnded(error) && !isAccessTokenNew()) void signIn();
}
