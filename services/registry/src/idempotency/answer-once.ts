import { createHash } from 'node:crypto';
import { problem } from '@app-platform/contracts';
import { AppError, type Parameter } from '@app-platform/service-kit';
import type { Stores } from '../database/database.ts';

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
  /** Everything that the answer depends on. */
  request: object;
  now: Date;
};

/**
 * Makes a change, or answers what was answered when it was made. It is part of the change's
 * transaction, so a key and its change are kept together; a refusal keeps neither.
 * @throws AppError `idempotency_key_reused` for a key that came with another request
 */
export async function answerOnce<T extends object>(
  { idempotentAnswers }: Stores,
  { organizationId, key, request, now }: IdempotentRequest,
  change: () => Promise<T>,
): Promise<T> {
  const digest = createHash('sha256').update(JSON.stringify(request)).digest();
  const requestDigest = new Uint8Array(digest);
  const expiresAt = new Date(now.getTime() + KEPT_MILLISECONDS);
  const claim = { organizationId, key, requestDigest, expiresAt };
  if (await idempotentAnswers.claim(claim, now)) {
    const answer = await change();
    await idempotentAnswers.keep(organizationId, key, answer);
    await idempotentAnswers.removeExpired(now);
    return answer;
  }
  const kept = await idempotentAnswers.find(organizationId, key);
  if (digest.equals(kept.requestDigest)) return kept.answer as T;
  const detail = 'This key came with another request before. Use a new one for each request.';
  const { name: parameter } = idempotencyKeyParameter;
  throw new AppError(problem('idempotency_key_reused', detail, { parameter }));
}
