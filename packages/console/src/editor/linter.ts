import { useEffect, useState } from 'react';
import type { LintCall, LintResult, PlacedFinding, RegistryFinding } from './answer-lint-call.ts';

type Settle = { resolve: (result: never) => void; reject: (error: Error) => void };

const waiting = new Map<number, Settle>();
let worker: Worker | undefined;
let calls = 0;

/** Asks the linter, which runs beside the page. */
export function lint<Call extends LintCall>(call: Call): Promise<LintResult<Call>> {
  worker ??= startWorker();
  calls += 1;
  const id = calls;
  worker.postMessage({ id, call });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function startWorker(): Worker {
  const started = new Worker(new URL('./lint-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; result: never }>) => {
    waiting.get(data.id)?.resolve(data.result);
    waiting.delete(data.id);
  });
  started.addEventListener('error', () => {
    // The next call starts another one.
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('The linter has failed.'));
    waiting.clear();
  });
  return started;
}

const TYPING_PAUSE_MILLISECONDS = 250;

export type Inspection = {
  findings: PlacedFinding[];
  /** `behind`: the text has changed since. */
  state: 'current' | 'behind' | 'failed';
};

/** What the linter, and the registry before it, find in a text. */
export function useInspection(text: string, fromRegistry: readonly RegistryFinding[]): Inspection {
  const [inspected, setInspected] = useState({ text: '', findings: [] as PlacedFinding[] });
  const [failedText, setFailedText] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    const inspect = async () => {
      try {
        const findings = await lint({ operation: 'inspect', text, fromRegistry });
        if (isWanted) setInspected({ text, findings });
      } catch {
        if (isWanted) setFailedText(text);
      }
    };
    const timer = setTimeout(inspect, TYPING_PAUSE_MILLISECONDS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text, fromRegistry]);
  const { findings } = inspected;
  if (failedText === text) return { findings, state: 'failed' };
  return { findings, state: inspected.text === text ? 'current' : 'behind' };
}
