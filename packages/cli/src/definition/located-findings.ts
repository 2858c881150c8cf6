import type { Finding } from '@app-platform/app-definition';
import type { ReportedError } from '../failure.ts';
import { adviseCommands } from '../output/advised-commands.ts';
import type { DefinitionFile } from './definition-file.ts';

/** A finding with the place of its value in the file. */
export type LocatedFinding = ReportedError &
  Pick<Finding, 'severity'> &
  Partial<Pick<Finding, 'rule' | 'expected' | 'fix'>>;

export type AnyFinding = Pick<Finding, 'code' | 'detail' | 'severity'> &
  Partial<Pick<Finding, 'rule' | 'expected' | 'fix'>> & {
    source?: object | undefined;
    links?: ReportedError['links'];
  };

export function locatedFinding(finding: AnyFinding, file: DefinitionFile): LocatedFinding {
  const { code, detail, severity, rule, expected, fix, links, source } = finding;
  const pointer = source && 'pointer' in source ? String(source.pointer) : undefined;
  const position = pointer === undefined ? undefined : file.locate(pointer);
  return {
    ...(rule !== undefined && { rule }),
    severity,
    code,
    detail: adviseCommands(detail),
    pointer,
    line: position?.line,
    column: position?.column,
    ...(expected !== undefined && { expected }),
    ...(fix && { fix }),
    ...(links && { links }),
  };
}
