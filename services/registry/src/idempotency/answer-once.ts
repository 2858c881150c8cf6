import { hash } from 'node:crypto';
import { problem } from '@app-platform/contracts';
import { AppError, type Parameter } from '@app-platform/http-api';
import type { AppStores } from '../stores.ts';

const KEPT_MILLISECONDS = 86_400_000;

export const idempotencyKeyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters, such as a UUID.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

export type IdempotentRequest = {
  organizationId: string;
  key: string;
  /** Everything on which the answer depends. */
  request: object;
  now: Date;
};

/**
 * Makes a change, or returns the answer of when it was made, as JSON. It is part of the transaction
 * of the change, so a key and its change are kept together; a refusal keeps neither.
 * @throws AppError `idempotency_key_reused` for a key that came with another request
 */
export async function answerOnce(
  { idempotentAnswers }: AppStores,
  { organizationId, key, request, now }: IdempotentRequest,
  change: () => Promise<string>,
): Promise<string> {
  const requestDigest = hash('sha256', JSON.stringify(request), 'buffer');
  const expiresAt = new Date(now.getTime() + KEPT_MILLISECONDS);
  const claim = { organizationId, key, requestDigest, expiresAt };
  if (await idempotentAnswers.claim(claim, now)) {
    const answer = await change();
    await idempotentAnswers.keep(organizationId, key, answer);
    await idempotentAnswers.removeExpired(now);
    return answer;
  }
  const kept = await idempotentAnswers.find(organizationId, key);
  if (requestDigest.equals(kept.requestDigest)) return kept.answer;
  const detail = 'This key came with another request before. Use a new one for each request.';
  const { name: parameter } = idempotencyKeyParameter;
  throw new AppError(problem('idempotency_key_reused', detail, { parameter }));
}
