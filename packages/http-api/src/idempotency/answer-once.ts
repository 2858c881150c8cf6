import { problem } from '@app-platform/contracts';
import type { IdempotentAnswerStore } from '@app-platform/runtime/database';
import { AppError } from '../errors/app-error.ts';
import { IdempotencyKey, idempotencyKeyParameter } from './idempotency-key.ts';

const KEPT_MILLISECONDS = 86_400_000;

export type IdempotentRequest = {
  organizationId: string;
  /** As it came in the header. */
  key: string;
  /** Everything on which the answer depends. */
  request: object;
  now: Date;
};

/**
 * Makes a change, or returns the answer of when it was made. It is part of the transaction of the
 * change, so a key and its change are kept together; a refusal keeps neither.
 * @throws AppError `idempotency_key_reused` for a key that came with another request
 */
export async function answerOnce<Json extends string>(
  answers: IdempotentAnswerStore,
  { organizationId, key: text, request, now }: IdempotentRequest,
  change: () => Promise<Json>,
): Promise<Json> {
  const key = new IdempotencyKey(text, organizationId);
  const keyDigest = key.digest;
  const requestDigest = key.digestOf(JSON.stringify(request));
  const expiresAt = new Date(now.getTime() + KEPT_MILLISECONDS);
  if (await answers.claim({ organizationId, keyDigest, requestDigest, expiresAt }, now)) {
    const answer = await change();
    await answers.keep(organizationId, keyDigest, key.encrypt(answer));
    await answers.removeExpired(now);
    return answer;
  }
  const kept = await answers.find(organizationId, keyDigest);
  if (Buffer.from(requestDigest).equals(kept.requestDigest)) {
    return key.decrypt(kept.answer) as Json;
  }
  const detail = 'This key came with another request before. Use a new one for each request.';
  const { name: parameter } = idempotencyKeyParameter;
  throw new AppError(problem('idempotency_key_reused', detail, { parameter }));
}
