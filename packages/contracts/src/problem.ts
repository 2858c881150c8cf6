import { type ProblemCode, problemKinds } from './problem-kinds.ts';

/** One problem of a request: an element of `errors` in a refusal. */
export type Problem = {
  /** The HTTP status of a response with this problem alone. */
  status: number;
  /** Stable and machine-readable: `duplicate`, `invalid_definition`, … */
  code: string;
  /** The same for every problem of this code. */
  title: string;
  /** What is wrong, and how to correct it. */
  detail: string;
  source?: ProblemSource;
  meta?: Record<string, unknown>;
  /** `about` is the address of the documentation of this code. The error handler adds it. */
  links?: { about: string };
};

/** The place of the problem in the request. */
export type ProblemSource =
  /** RFC 6901 pointer into the body. */
  | { pointer: string }
  /** A parameter of the path or query; for a duplicate, the property of the definition. */
  | { parameter: string }
  | { header: string };

/** An element of `meta.warnings` in a success. `meta.blocksInstallation` says whether it must not be installed. */
export type Warning = Omit<Problem, 'status'> & { severity: 'warning' };

/** Of a valid credential of a suspended organization, at either service. @param reason for its people */
export function organizationSuspended(reason: string): Problem {
  const detail = `The operator of this platform has suspended your organization: ${reason}`;
  return problem('organization_suspended', detail, { header: 'authorization' }, { reason });
}

/**
 * Makes a problem of a known kind.
 * @param detail what is wrong and how to correct it; public, so without internals
 */
export function problem(
  code: ProblemCode,
  detail: string,
  source?: ProblemSource,
  meta?: Record<string, unknown>,
): Problem {
  const { status, title } = problemKinds[code];
  return { status, code, title, detail, ...(source && { source }), ...(meta && { meta }) };
}
