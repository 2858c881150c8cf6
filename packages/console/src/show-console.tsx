import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { createConsoleRouter } from './routes.tsx';

/** Shows the page of the address. */
export function showConsole(): void {
  const place = document.getElementById('console');
  if (!place) throw new Error('The page has no element for the console.');
  const queryClient = createQueryClient();
  const router = createConsoleRouter(queryClient);
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
