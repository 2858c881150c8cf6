import type { Problem } from '@app-platform/contracts';

export type AppErrorOptions = {
  cause?: unknown;
  /** For the log only: never leaves the service. */
  internalDetail?: string;
  /** Headers of the response, such as `WWW-Authenticate`. */
  headers?: Record<string, string>;
};

/** A refusal: problems for the caller, cause and internal detail for the log. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly problems: readonly Problem[];
  readonly internalDetail: string | undefined;
  readonly headers: Record<string, string>;

  constructor(problems: Problem | readonly Problem[], options: AppErrorOptions = {}) {
    const list = 'code' in problems ? [problems] : problems;
    super(list.map(({ code }) => code).join(', '), { cause: options.cause });
    this.problems = list;
    this.internalDetail = options.internalDetail;
    this.headers = options.headers ?? {};
  }

  /** The status of the response: that of the first problem. */
  get status(): number {
    return this.problems[0]?.status ?? 500;
  }
}
