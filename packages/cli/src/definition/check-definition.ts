import { inspectDefinition } from '@app-platform/app-definition';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { CommandContext, GlobalOptions, Outcome } from '../run-command.ts';
import { Registry } from '../session/registry.ts';
import { bodyOf, type DefinitionFile } from './definition-file.ts';
import { type AnyFinding, type Findings, findingsText, locatedFinding } from './findings.ts';
import { fixFile } from './fix-file.ts';
import { readDefinitionFile } from './read-definition-file.ts';

export type CheckOptions = { remote?: true; fix?: true };

/**
 * Checks a definition as registration does, and lints it.
 * @param onModule called with each file that a TypeScript definition imports
 * @throws CommandFailure with every error of the definition
 */
export async function checkDefinition(
  context: CommandContext,
  name: string | undefined,
  options: CheckOptions & GlobalOptions & { baseUrl: string },
  onModule?: (path: string) => void,
): Promise<Outcome> {
  const { baseUrl } = options;
  const read = () => readDefinitionFile(context, name, onModule);
  const fixed = options.fix && (await fixFile(await read()));
  const file = await read();
  const { errors, warnings, excused, ...more } = options.remote
    ? await inspectRemotely(file, context, options)
    : inspectDefinition(file.value);
  const { version } = more as Partial<RemoteInspection>;
  const located = (findings: readonly AnyFinding[]) =>
    findings.map((finding) => locatedFinding(finding, file, baseUrl));
  const found: Findings = { errors: located(errors), warnings: located(warnings) };
  const data = {
    file: file.name,
    valid: errors.length === 0,
    warnings: found.warnings,
    excused: excused.map((one) => ({ ...locatedFinding(one, file, baseUrl), reason: one.reason })),
    ...(version && { version }),
    ...(fixed && { fixed }),
  };
  const text = [...fixedLines(fixed), findingsText(found, file, version)].join('\n\n');
  if (errors.length === 0) return { data, text };
  throw new CommandFailure(exitCodes.refused, found.errors, data, text);
}

function fixedLines(rules: readonly string[] = []): string[] {
  return rules.length > 0 ? [rules.map((rule) => `Fixed ${rule}.`).join('\n')] : [];
}

type RemoteInspection = Awaited<ReturnType<typeof inspectRemotely>>;

/** Lets the registry run the registration and roll it back. */
async function inspectRemotely(
  file: DefinitionFile,
  context: CommandContext,
  options: GlobalOptions,
) {
  const registry = await Registry.open(context, options);
  const answer = await registry.call((client) => client.POST('/v1/apps/validate', bodyOf(file)));
  // The other form of the answer is SARIF, for an `Accept` header that is not sent.
  if (!('data' in answer)) throw new TypeError('The registry answered in SARIF.');
  return answer.data;
}
