import type { components } from './generated/registry.ts';
import { retryAfterSeconds } from './retry-after.ts';

export type Problem = components['schemas']['Problem'];

/** What a request of a client resolves to. */
export type Result<Data> = { data?: Data; error?: unknown; response: Response };

/** A refused request, with every problem that the platform names. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly status: number;
  /** Empty where something between client and platform answered. */
  readonly errors: readonly Problem[];
  /** The wait that the platform asks for. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, errors: readonly Problem[]) {
    const details = errors.map(({ code, detail }) => `${code}: ${detail}`);
    super(details.join('\n') || `The answer is ${response.status} ${response.statusText}`.trim());
    this.status = response.status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds(response);
  }
}

/** A refused token request (RFC 6749 section 5.2). */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly status: number;
  /** For example `invalid_grant`: the user has to sign in again. */
  readonly error: string;
  readonly description: string | undefined;

  constructor(status: number, error: string, description?: string) {
    super(description ? `${error}: ${description}` : error);
    this.status = status;
    this.error = error;
    this.description = description;
  }
}

/**
 * The body of a successful answer.
 * @throws PlatformError for any other answer
 */
export async function unwrap<Data>(result: Result<Data> | Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await result;
  if (!response.ok) throw new PlatformError(response, problemsOf(error));
  return data as Data;
}

function problemsOf(body: unknown): Problem[] {
  const errors = typeof body === 'object' && body !== null && 'errors' in body && body.errors;
  return Array.isArray(errors) ? errors : [];
}
