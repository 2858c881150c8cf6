import type { ExcusedFinding, Finding } from '../findings/finding.ts';
import type { Inspection } from '../lint/inspect-definition.ts';
import { rules } from '../rules/rules.ts';

/** The place of a value in the text of a definition. Both numbers begin at 1. */
export type Position = { line: number; column: number };

type SarifOptions = {
  /** The file of the definition, relative to the repository or absolute. */
  uri?: string | undefined;
  /** Prefix of the addresses of the rules' pages: the registry's public address. */
  baseUrl?: string | undefined;
  /** Finds the value of a pointer in the text. See `locate`. */
  locate?: ((pointer: string) => Position | undefined) | undefined;
};

const schemaAddress = 'https://json.schemastore.org/sarif-2.1.0.json';

/** The findings as SARIF 2.1.0. Excused ones have a suppression with the reason. */
export function toSarif(
  { errors, warnings, excused }: Pick<Inspection, 'errors' | 'warnings' | 'excused'>,
  options: SarifOptions = {},
): object {
  const all: (Finding | ExcusedFinding)[] = [...errors, ...warnings, ...excused];
  const names = [...new Set(all.map(({ rule }) => rule))];
  const indexes = new Map(names.map((name, index) => [name, index]));
  return {
    $schema: schemaAddress,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'app-definition',
            rules: names.map((name) => describeRule(name, all, options.baseUrl ?? '')),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: all.map((finding) => resultOf(finding, indexes.get(finding.rule) ?? -1, options)),
      },
    ],
  };
}

function describeRule(name: string, all: readonly Finding[], baseUrl: string): object {
  const rule = rules.get(name);
  const first = all.find((finding) => finding.rule === name);
  const about = first?.links?.about;
  return {
    id: name,
    shortDescription: { text: rule?.title ?? first?.title ?? name },
    ...(rule && { fullDescription: { text: rule.summary } }),
    ...(about !== undefined && { help: { text: `See ${baseUrl}${about}.` } }),
    // It is absolute (SARIF 2.1.0, section 3.49.12).
    ...(about !== undefined && baseUrl !== '' && { helpUri: baseUrl + about }),
    defaultConfiguration: { level: rule?.severity ?? first?.severity ?? 'warning' },
  };
}

function resultOf(
  finding: Finding | ExcusedFinding,
  ruleIndex: number,
  options: SarifOptions,
): object {
  const { rule, severity, detail, expected } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: detail },
    locations: [locationOf(finding, options)],
    properties: { code: finding.code, expected, ...(finding.fix && { fix: finding.fix }) },
    ...('reason' in finding && {
      suppressions: [{ kind: 'inSource', justification: finding.reason }],
    }),
  };
}

function locationOf({ source }: Finding, { uri, locate }: SarifOptions): object {
  const pointer = source && 'pointer' in source ? source.pointer : pointerOfProperty(source);
  const position = locate?.(pointer);
  const region = position && { startLine: position.line, startColumn: position.column };
  return {
    ...(uri !== undefined && {
      physicalLocation: { artifactLocation: { uri }, ...(region && { region }) },
    }),
    logicalLocations: [{ fullyQualifiedName: pointer, kind: 'property' }],
  };
}

/** A duplicate names the property of the definition as a parameter. */
function pointerOfProperty(source: Finding['source']): string {
  return source && 'parameter' in source ? `/${source.parameter}` : '';
}
