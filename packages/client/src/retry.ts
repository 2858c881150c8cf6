import { sleep } from './abort.ts';
import { isNetworkFailure } from './network-failure.ts';
import { platformErrorOf } from './platform-error.ts';
import { retryAfterSeconds } from './retry-after.ts';

export type RetryOptions = {
  /** How often a request is sent at most. */
  attempts?: number;
  /** An attempt without a whole response after this time has failed. */
  timeoutSeconds?: number;
  /** A longer `Retry-After` is not waited for: the response is returned at once. */
  longestWaitSeconds?: number;
};

type RetryRules = Required<RetryOptions> & {
  /** Whether a request may arrive twice. */
  isRepeatable: (request: Request) => boolean;
  /** No attempt begins later than this after the first one. */
  lastAttemptSeconds: number;
};

const DEFAULTS: RetryRules = {
  attempts: 4,
  timeoutSeconds: 30,
  longestWaitSeconds: 60,
  lastAttemptSeconds: Number.POSITIVE_INFINITY,
  isRepeatable,
};
const OVERLOADED_OR_DOWN = [429, 502, 503, 504];
/** RFC 9110 section 9.2.2. */
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];
const FIRST_DELAY_MILLISECONDS = 250;
const LONGEST_DELAY_MILLISECONDS = 8_000;

/**
 * Sends a request again while the platform is overloaded or cannot be reached, if the request may arrive
 * twice. The caller's abort signal ends attempts and waiting.
 * @throws PlatformError where the last attempt has no answer
 */
export function retryingFetch(
  send: typeof fetch,
  options: Partial<RetryRules> = {},
): (request: Request) => Promise<Response> {
  const rules = { ...DEFAULTS, ...options };
  return async (request) => {
    const startedAt = Date.now();
    const attempts = rules.isRepeatable(request) ? rules.attempts : 1;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const outcome = await attemptOnce(send, isLast ? request : request.clone(), rules);
      const delay = isLast ? undefined : delayAfter(outcome, attempt, rules);
      const isTooLate =
        delay === undefined || Date.now() + delay - startedAt > rules.lastAttemptSeconds * 1000;
      if (isTooLate || request.signal.aborted) return resultOf(outcome, request.signal);
      await outcome.response?.body?.cancel();
      await sleep(delay, request.signal);
    }
  };
}

type Outcome = { response?: Response; error?: unknown };

async function attemptOnce(
  send: typeof fetch,
  request: Request,
  { timeoutSeconds }: RetryRules,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = AbortSignal.any([request.signal, timeout]);
  try {
    return { response: await send(request, { signal }) };
  } catch (error) {
    return { error };
  }
}

function resultOf({ response, error }: Outcome, signal: AbortSignal): Response {
  if (response) return response;
  throw signal.aborted ? error : platformErrorOf(error);
}

/** Milliseconds until the next attempt; undefined if another attempt cannot help. */
function delayAfter(
  { response, error }: Outcome,
  attempt: number,
  { longestWaitSeconds }: RetryRules,
): number | undefined {
  const mayEnd = response ? OVERLOADED_OR_DOWN.includes(response.status) : isNetworkFailure(error);
  if (!mayEnd) return undefined;
  const longest = FIRST_DELAY_MILLISECONDS * 2 ** (attempt - 1);
  const jitter = Math.random() * Math.min(longest, LONGEST_DELAY_MILLISECONDS);
  const asked = response && retryAfterSeconds(response);
  if (asked === undefined) return jitter;
  return asked > longestWaitSeconds ? undefined : asked * 1000 + jitter;
}

function isRepeatable({ method, headers }: Request): boolean {
  return IDEMPOTENT.includes(method) || (method === 'POST' && headers.has('Idempotency-Key'));
}
