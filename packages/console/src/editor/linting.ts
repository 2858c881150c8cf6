import type { LintCall, LintResult } from './findings.ts';

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
