/**
 * One thing that is wrong with a request, or suspicious about it, as the registry tells it:
 * an element of `errors` in a refusal, of `meta.warnings` in an acceptance.
 */
export type Problem = {
  /** The HTTP status that this problem alone would be answered with. */
  status: number;
  /** Stable and machine-readable: `duplicate`, `invalid_definition`, … */
  code: string;
  /** The same for every problem of this code. */
  title: string;
  /** What is wrong here, and what to do about it. */
  detail: string;
  source?: ProblemSource;
  meta?: Record<string, unknown>;
};

/** Where in the request the problem lies. */
export type ProblemSource =
  /** RFC 6901 pointer into the body. */
  | { pointer: string }
  /** A parameter of the path or the query; for a duplicate the property of the definition. */
  | { parameter: string }
  | { header: string };
