import type { components } from './generated/registry.ts';
import { isNetworkFailure } from './network-failure.ts';
import { retryAfterSeconds } from './retry-after.ts';

export type Problem = components['schemas']['Problem'];

/** What a request of a client resolves to. */
export type Result<Data> = { data?: Data; error?: unknown; response: Response };

/** A refused request, with every problem that the platform names, or one that has no answer. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  /** 0 where there is no answer: then `cause` is the failure of the network. */
  readonly status: number;
  /** Empty where something between client and platform answered. */
  readonly errors: readonly Problem[];
  /** The wait that the platform asks for. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, errors: readonly Problem[]);
  constructor(response: undefined, errors: readonly [], options: { cause: unknown });
  constructor(
    response: Response | undefined,
    errors: readonly Problem[],
    options?: { cause: unknown },
  ) {
    super(messageOf(response, errors, options?.cause), options);
    this.status = response?.status ?? 0;
    this.errors = errors;
    this.retryAfterSeconds = response && retryAfterSeconds(response);
  }
}

function messageOf(
  response: Response | undefined,
  errors: readonly Problem[],
  cause: unknown,
): string {
  if (!response) return `There is no answer: ${reasonOf(cause)}`;
  const details = errors.map(({ code, detail }) => `${code}: ${detail}`);
  return details.join('\n') || `The answer is ${response.status} ${response.statusText}`.trim();
}

/** `fetch` hides the reason in causes of causes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message || code;
}

/** A failure of the network as a PlatformError. Anything else, such as an abort of the caller, is returned as it is. */
export function platformErrorOf(error: unknown): unknown {
  return isNetworkFailure(error) ? new PlatformError(undefined, [], { cause: error }) : error;
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
 * @throws PlatformError for any other answer, and where there is none
 */
export async function unwrap<Data>(result: Result<Data> | Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await answered(result);
  if (!response.ok) throw new PlatformError(response, problemsOf(error));
  return data as Data;
}

/** The network may also fail in the body of an answer, after the attempts of the client. */
async function answered<Data>(result: Result<Data> | Promise<Result<Data>>): Promise<Result<Data>> {
  try {
    return await result;
  } catch (error) {
    throw platformErrorOf(error);
  }
}

function problemsOf(body: unknown): Problem[] {
  const errors = typeof body === 'object' && body !== null && 'errors' in body && body.errors;
  return Array.isArray(errors) ? errors : [];
}
