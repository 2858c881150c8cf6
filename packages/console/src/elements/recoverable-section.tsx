import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { isTransient } from '../api/refusals.ts';
import { useConnectionProblems } from '../api/use-connection-problems.ts';
import { Button } from './button.tsx';
import { Loading } from './loading.tsx';
import { RefusalNotice } from './notices.tsx';
import { elementTexts } from './texts.ts';

/**
 * A part of a page that reads from the platform. While it cannot be reached, the part says so and the rest of
 * the page stays, with what was typed. Any other refusal replaces the page.
 */
export function RecoverableSection({ children }: { children: ReactNode }) {
  const address = useLocation({ select: ({ href }) => href });
  return (
    <CatchBoundary getResetKey={() => address} errorComponent={FailedPart}>
      <Loading>{children}</Loading>
    </CatchBoundary>
  );
}

function FailedPart({ error, reset }: { error: unknown; reset: () => void }) {
  const tryAgain = useRecovery(error, reset);
  if (!isTransient(error)) throw error;
  return (
    <>
      <RefusalNotice error={error} />
      <Button onClick={tryAgain}>{elementTexts.again}</Button>
    </>
  );
}

/**
 * Renders again, once the connection works again, what could not be read.
 * @param reset renders it
 * @returns renders it at once
 */
export function useRecovery(error: unknown, reset: () => void): () => void {
  const queries = useQueryErrorResetBoundary();
  const hasProblem = useConnectionProblems().length > 0;
  const hadProblem = useRef(hasProblem);
  const tryAgain = () => {
    queries.reset();
    reset();
  };
  const recover = useEffectEvent(() => {
    if (isTransient(error)) tryAgain();
  });
  useEffect(() => {
    if (hadProblem.current && !hasProblem) recover();
    hadProblem.current = hasProblem;
  }, [hasProblem]);
  return tryAgain;
}
