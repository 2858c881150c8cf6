import type { JsonPatchOperation } from '../json/json-patch.ts';
import type { Path } from '../json/json-pointer.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { AppDefinition } from '../schema/types.ts';
import type { Text } from '../text/texts.ts';

/** An RFC 6902 patch that corrects a definition. */
export type Fix = JsonPatchOperation[] | undefined;

/** Optional parts of a report. */
export type Detail = {
  /** Replaces the expectation of the rule. */
  expected?: string;
  /** Runs only for a linter. */
  fix?: () => Fix;
  /** Of a finding of the linter. */
  meta?: Record<string, unknown>;
  /** Whether a warning blocks the installation. */
  blocks?: boolean;
};

/** Reports a finding of a rule. `message` runs only if the list has room for it. */
export type Report = (rule: Rule, path: Path, message: () => string, detail?: Detail) => void;

/** The rules by name. */
export type Rules = ReadonlyMap<string, Rule>;

/** What several checks need. */
export type CheckContext = {
  /** Of the whole definition. */
  texts: readonly Text[];
  rules: Rules;
};

/**
 * Checks a definition, which may be invalid: a check skips values that the schema refuses. A check may also
 * report other rules of its file.
 */
type Check = (definition: JsonObject, report: Report, context: CheckContext) => void;

/** A rule of the linter or of registration: metadata, checks, fix, and the examples of its page. */
export type Rule = {
  /** In kebab-case: the name in findings, in `meta.lint` and of the rule's page. */
  name: string;
  /** An error refuses the registration. */
  severity: 'error' | 'warning';
  title: string;
  /** The title of the warning in responses of the API. A rule of the linter alone has none. */
  warning?: string;
  /** What the rule reports, in one sentence. */
  summary: string;
  /** What the rule expects, as a short noun phrase. A finding may be more specific. */
  expected: string;

  /** Refuses what JSON Schema cannot express. Runs after the schema check, so that one response lists all problems. */
  refuse?: Check;
  /** Refuses, in fields that an update can also change without a new version. */
  refuseListing?: Check;
  /** Warns about errors that would surface at installation. Blocking warnings come first in the list of rules. */
  warn?: Check;
  /** Warns, in fields that an update can also change without a new version. Reads these fields alone. */
  warnListing?: Check;
  /** A check of the linter alone. */
  lint?: Check;
  /** A check of the linter for parts that nothing uses. These come last, because the list is bounded. */
  lintUnused?: Check;
  /** Compares a version with the one before it. */
  lintChange?: (before: AppDefinition, after: AppDefinition, report: Report) => void;
  /** The correction of every finding, for a rule that the registry checks. */
  fix?: JsonPatchOperation[];

  /** Why the rule exists and how to comply, in a few sentences. */
  why: string;
  /** An example that reports this rule and no other. Unless `isWhole`, a name, a version and an icon are added. */
  wrong: JsonObject;
  /** An example that does not report the rule. */
  right: JsonObject;
  isWhole?: true;
  /** The version before, for a rule that compares two. */
  before?: JsonObject;
  /** The state of the registry in the example, for a rule that only the registry can check. */
  registry?: string;
};

/** The code of a rule's findings, except those that refuse a definition as `invalid_definition`. */
export function codeOf({ name }: Rule): string {
  return name.replaceAll('-', '_');
}

/** The path of a rule's page. */
export function rulePagePath(name: string): string {
  return `/docs/lint/${name}`;
}
