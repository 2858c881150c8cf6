import type { ProblemSource } from '@app-platform/contracts';
import type { JsonPatchOperation } from './json-patch.ts';

/** A problem or a warning of a definition, as a linter reports it. */
export type Finding = {
  /** The rule's name in kebab-case. */
  rule: string;
  /** An error refuses the registration. */
  severity: 'error' | 'warning';
  code: string;
  title: string;
  detail: string;
  source?: ProblemSource;
  /** What the rule expects, as a short noun phrase. */
  expected: string;
  /** Corrects the definition. Only where the correction is known with certainty. */
  fix?: JsonPatchOperation[];
  meta?: Record<string, unknown>;
  /** `about` is the path of the rule's page. */
  links?: { about: string };
};

/** A finding that `meta.lint` excuses, with the reason that the author gives. */
export type ExcusedFinding = Finding & { reason: string };

/** What a validation knows about a problem beside its message. Made only for a linter. */
export type Advice = { rule: string; expected: string; fix?: JsonPatchOperation[] | undefined };
