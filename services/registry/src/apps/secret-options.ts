import { optionalBody, schemaContract } from '@app-platform/http-api';

/** The most seconds that a replaced secret may live on: one day. */
const MOST_OVERLAP_SECONDS = 86_400;

export type SecretOptions = { overlapSeconds?: number };

/**
 * The body of a request for a new secret. The specification sends an empty JSON object; no body means
 * the same.
 * @param overlapSeconds what the field does
 */
export function secretContract(overlapSeconds: string) {
  return optionalBody(
    schemaContract<SecretOptions>({
      type: 'object',
      properties: {
        overlapSeconds: {
          description: overlapSeconds,
          type: 'integer',
          minimum: 0,
          maximum: MOST_OVERLAP_SECONDS,
        },
      },
      additionalProperties: false,
    }),
  );
}
