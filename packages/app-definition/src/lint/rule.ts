/** A rule of the linter, or a rule of registration as the linter names it. */
export type Rule = {
  /** In kebab-case: the name in findings, in `meta.lint` and of the rule's page. */
  name: string;
  /** An error refuses the registration. */
  severity: 'error' | 'warning';
  title: string;
  /** What the rule reports, in one sentence. */
  summary: string;
  /** What the rule expects, as a short noun phrase. A finding may be more specific. */
  expected: string;
};
