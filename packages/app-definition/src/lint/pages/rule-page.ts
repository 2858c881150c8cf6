import type { JsonObject } from '../../json-value.ts';

/** What the page of a rule says beside its title and summary. */
export type RulePage = {
  /** Why the rule exists and how to comply, in a few sentences. */
  why: string;
  /** Reports this rule and no other. Without `isWhole` it stands for a definition with a name, a version and an icon. */
  wrong: JsonObject;
  /** Does not report the rule. */
  right: JsonObject;
  isWhole?: true;
  /** The version before, for a rule that compares two. */
  before?: JsonObject;
  /** What the registry knows, for a rule that only the registry can check. */
  registry?: string;
};

export type RulePages = Readonly<Record<string, RulePage>>;
