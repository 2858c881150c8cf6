import type { Finding } from '../findings/finding.ts';
import { applyJsonPatch } from '../json/json-patch.ts';

type Findings = {
  errors: Finding[];
  warnings: Finding[];
  /** Whether errors were left out. */
  isCut: boolean;
};

/** Bounds the work: the length of all definitions that are examined to try fixes. */
const totalLengthLimit = 500_000;
/** Bounds the response. */
const fixMaxLength = 2000;

/**
 * The findings, with the fixes that were tried: each removes its finding and adds no error. Where
 * errors were left out, a new error would not show, so nothing is tried.
 */
export function keepTriedFixes(
  definition: unknown,
  examine: (definition: unknown) => Findings,
): Findings {
  const found = examine(definition);
  const all = [...found.errors, ...found.warnings];
  if (!all.some(({ fix }) => fix)) return found;
  let rest = found.isCut ? 0 : totalLengthLimit;
  const length = found.isCut ? 0 : (JSON.stringify(definition)?.length ?? 0);

  const tried = (finding: Finding): Finding => {
    const { fix, ...withoutFix } = finding;
    if (fix === undefined || JSON.stringify(fix).length > fixMaxLength) return withoutFix;
    rest -= length;
    return rest > 0 && corrects(finding, found, definition, examine) ? finding : withoutFix;
  };
  return { ...found, errors: found.errors.map(tried), warnings: found.warnings.map(tried) };
}

function corrects(
  finding: Finding,
  before: Findings,
  definition: unknown,
  examine: (definition: unknown) => Findings,
): boolean {
  const after = findingsAfter(finding, definition, examine);
  return after !== undefined && isGone(finding, before, after) && addsNoError(before, after);
}

function findingsAfter(
  { fix = [] }: Finding,
  definition: unknown,
  examine: (definition: unknown) => Findings,
): Findings | undefined {
  try {
    return examine(applyJsonPatch(definition, fix));
  } catch {
    // The patch does not apply: a pointer leads through a key such as `constructor`.
    return undefined;
  }
}

/** After the removal of an element, another finding can have the same pointer. */
function isGone(finding: Finding, before: Findings, after: Findings): boolean {
  const ofRule = ({ errors, warnings }: Findings) =>
    [...errors, ...warnings].filter(({ rule }) => rule === finding.rule);
  const left = ofRule(after);
  return left.length < ofRule(before).length || !left.some((one) => hasSamePlace(one, finding));
}

function hasSamePlace(one: Finding, other: Finding): boolean {
  return JSON.stringify(one.source) === JSON.stringify(other.source);
}

function addsNoError(before: Findings, after: Findings): boolean {
  const rules = new Set(after.errors.map(({ rule }) => rule));
  const count = ({ errors }: Findings, name: string) =>
    errors.filter(({ rule }) => rule === name).length;
  return [...rules].every((rule) => count(after, rule) <= count(before, rule));
}
