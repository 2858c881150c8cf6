import type { Finding } from '@app-platform/app-definition';
import type { Problem } from '@app-platform/client/source';

/** A finding with its place in the text. Line and column begin at 1. */
export type PlacedFinding = Pick<Finding, 'rule' | 'severity' | 'detail'> & {
  fix?: Finding['fix'] | undefined;
  line: number;
  column: number;
  /** The address of the rule's page. */
  page?: string | undefined;
  isFromRegistry: boolean;
};

/** A finding of the registry, and the value that it is about: it ends when the value changes. */
export type RegistryFinding = Finding & { about: string };

export type LintCall =
  | { operation: 'inspect'; text: string; fromRegistry: readonly RegistryFinding[] }
  /** Findings of a validation by the registry: those that the linter does not have itself. */
  | { operation: 'add'; text: string; findings: readonly Finding[] }
  /** The problems of a refusal. */
  | { operation: 'explain'; text: string; problems: readonly Problem[] };

export type LintResult<Call extends LintCall> = Call extends { operation: 'inspect' }
  ? PlacedFinding[]
  : RegistryFinding[];
