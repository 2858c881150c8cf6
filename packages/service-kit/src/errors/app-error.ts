import type { Problem } from '@app-platform/contracts';

export type AppErrorOptions = {
  cause?: unknown;
  /** For the log only: never leaves the service. */
  internalDetail?: string;
  /** Headers that belong to the answer, such as `WWW-Authenticate`. */
  headers?: Record<string, string>;
};

/** A refusal: what the caller is told (the problems) apart from what the log is told. */
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

  /** The status of the whole answer: that of its first problem. */
  get status(): number {
    return this.problems[0]?.status ?? 500;
  }
}
