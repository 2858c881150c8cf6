import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
  retry,
  wrap,
} from 'cockatiel';

const MOST_PAUSE_MILLISECONDS = 100;
const FAILED_CALLS = 5;
const OPEN_MILLISECONDS = 1_000;

/** How one service calls the other. */
export type CallPolicy = {
  /**
   * Runs an idempotent call. A call without a response is retried once after a random pause.
   * @throws the error of `call`; or, after five calls in a row without a response, an error at once.
   *   After one second a single call tests whether the other side is back
   */
  run<T>(call: () => Promise<T>): Promise<T>;
};

/** One policy per remote side, so that all its callers share the circuit. */
export function callPolicy(): CallPolicy {
  const policy = wrap(
    circuitBreaker(handleAll, {
      breaker: new ConsecutiveBreaker(FAILED_CALLS),
      halfOpenAfter: OPEN_MILLISECONDS,
    }),
    retry(handleAll, {
      maxAttempts: 1,
      backoff: new ExponentialBackoff({
        initialDelay: MOST_PAUSE_MILLISECONDS / 2,
        maxDelay: MOST_PAUSE_MILLISECONDS,
      }),
    }),
  );
  return { run: (call) => policy.execute(call) };
}
