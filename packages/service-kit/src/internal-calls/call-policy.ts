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
   * @param call idempotent, for it is repeated once after a pause of random length. It fails only
   *   where the other side did not answer
   * @throws what `call` threw; or, where five calls in a row had no answer, an error at once: for
   *   the next second nobody asks, and then one does before all others
   */
  run<T>(call: () => Promise<T>): Promise<T>;
};

/** One for each other side: an outage is known of all that is asked there. */
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
