/** Resolves after a time. Rejects with the signal's reason when that aborts first. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = deferred<void>();
  const timer = setTimeout(resolve, milliseconds);
  return untilAborted(promise, signal).finally(() => clearTimeout(timer));
}

/** Settles like the work, which goes on for others when the signal aborts. */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = deferred<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** `Promise.withResolvers`, which Node.js 20 lacks. */
function deferred<Result>() {
  let resolve!: (result: Result) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Result>((onResult, onReason) => {
    resolve = onResult;
    reject = onReason;
  });
  return { promise, resolve, reject };
}
