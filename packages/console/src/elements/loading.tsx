import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, startTransition, useEffect, useReducer } from 'react';
import { Skeleton } from './skeleton.tsx';

/** A skeleton until the children have what they read. */
export function Loading({ children }: { children: ReactNode }) {
  const [, renderAgain] = useReducer((renderings: number) => renderings + 1, 0);
  return <Suspense fallback={<Waiting onRead={renderAgain} />}>{children}</Suspense>;
}

/**
 * React keeps a fallback for 300 ms where the children are ready before, unless something else than their
 * readiness causes the rendering.
 */
function Waiting({ onRead }: { onRead: () => void }) {
  const queries = useQueryClient().getQueryCache();
  useEffect(
    () =>
      queries.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') startTransition(onRead);
      }),
    [queries, onRead],
  );
  return <Skeleton />;
}
