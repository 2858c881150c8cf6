import type { ExcusedFinding, Finding } from '../findings/finding.ts';
import { rules } from '../rules/rules.ts';

/** The place of a value in the text of a definition. Both numbers begin at 1. */
export type Position = { line: number; column: number };

/** A finding, with its place where that is known. */
export type PlacedFinding = (Finding | ExcusedFinding) & {
  /** The file of the definition, relative to the repository or absolute. */
  uri?: string | undefined;
  position?: Position | undefined;
};

const schemaAddress = 'https://json.schemastore.org/sarif-2.1.0.json';

/**
 * The findings as SARIF 2.1.0. Excused ones have a suppression with the reason.
 * @param baseUrl of the rules' pages: the registry's public address
 */
export function toSarif(findings: readonly PlacedFinding[], baseUrl = ''): object {
  const names = [...new Set(findings.map(({ rule }) => rule))];
  const indexes = new Map(names.map((name, index) => [name, index]));
  return {
    $schema: schemaAddress,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'app-definition',
            rules: names.map((name) => describeRule(name, findings, baseUrl)),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, indexes.get(finding.rule) ?? -1)),
      },
    ],
  };
}

function describeRule(name: string, all: readonly Finding[], baseUrl: string): object {
  const rule = rules.get(name);
  const first = all.find((finding) => finding.rule === name);
  const path = first?.links?.about;
  const about = path?.startsWith('/') ? baseUrl + path : path;
  return {
    id: name,
    shortDescription: { text: rule?.title ?? first?.title ?? name },
    ...(rule && { fullDescription: { text: rule.summary } }),
    ...(about !== undefined && { help: { text: `See ${about}.` } }),
    // It is absolute (SARIF 2.1.0, section 3.49.12).
    ...(about !== undefined && !about.startsWith('/') && { helpUri: about }),
    defaultConfiguration: { level: rule?.severity ?? first?.severity ?? 'warning' },
  };
}

function resultOf(finding: PlacedFinding, ruleIndex: number): object {
  const { rule, severity, detail, expected } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: detail },
    locations: [locationOf(finding)],
    properties: { code: finding.code, expected, ...(finding.fix && { fix: finding.fix }) },
    ...('reason' in finding && {
      suppressions: [{ kind: 'inSource', justification: finding.reason }],
    }),
  };
}

function locationOf({ source, uri, position }: PlacedFinding): object {
  const pointer = source && 'pointer' in source ? source.pointer : pointerOfProperty(source);
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
