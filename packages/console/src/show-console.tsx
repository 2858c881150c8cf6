import { PlatformError } from '@app-platform/client/source';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { callerQuery } from './api/caller.ts';
import { createQueryClient } from './api/query-client.ts';
import { createConsoleRouter } from './routes.tsx';

/** How long the first rendering waits for the script of its page. */
const WAIT_MILLISECONDS = 200;

/** Shows the page of the address, or first its frame where the script of the page is late. */
export async function showConsole(): Promise<void> {
  const place = document.getElementById('console');
  if (!place) throw new Error('The page has no element for the console.');
  const queryClient = createQueryClient();
  // Every page needs it. It is read while the script of the page loads.
  void queryClient.prefetchQuery(callerQuery);
  const router = createConsoleRouter(queryClient);
  const wait = new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS));
  await Promise.race([router.load(), wait]);
  createRoot(place, { onCaughtError: reportFault }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** A refusal, or that there is no answer, is shown in place of its page. Anything else is a fault of the console. */
function reportFault(error: unknown): void {
  if (!(error instanceof PlatformError)) console.error(error);
}
