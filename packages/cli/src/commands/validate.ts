import { inspectDefinition } from '@app-platform/app-definition';
import type { Command } from 'commander';
import { bodyOf, type DefinitionFile } from '../definition/definition-file.ts';
import {
  definitionNames,
  definitionsArgument,
  eachDefinition,
} from '../definition/each-definition.ts';
import { findDefinition } from '../definition/find-definition.ts';
import {
  type AnyFinding,
  type Findings,
  findingsText,
  locatedFinding,
} from '../definition/findings.ts';
import { fixFile } from '../definition/fix-file.ts';
import { readDefinitionFile, STANDARD_INPUT } from '../definition/read-definition-file.ts';
import { watchFiles } from '../definition/watch-files.ts';
import { CommandFailure, exitCodes, failureOf, refusedUsage } from '../failure.ts';
import {
  failureText,
  type GlobalOptions,
  type Outcome,
  printable,
  runs,
  type Surroundings,
} from '../run-command.ts';
import { Registry } from '../session/registry.ts';

type Options = { watch?: true; remote?: true; fix?: true };

export function addValidateCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('validate')
    .description('Check a definition.')
    .argument(...definitionsArgument)
    .option('--watch', 'check again after every change, until Ctrl-C')
    .option('--remote', 'let the registry check too: names, and the version that changes need')
    .option('--fix', 'carry out the fixes of the linter in the file')
    .action(
      runs<Options>(surroundings, 'Checking the definition', async ([argument], options) => {
        const names = definitionNames(argument);
        const validateAll = (onModule?: (path: string) => void) =>
          eachDefinition(names, (name) => validate(surroundings, name, options, onModule));
        if (options.fix && names.includes(STANDARD_INPUT)) {
          throw refusedUsage('--fix changes files. Standard input is none.');
        }
        if (!options.watch) return validateAll();
        if (names.includes(STANDARD_INPUT)) {
          throw refusedUsage('Standard input does not change. Leave --watch out, or name a file.');
        }
        if (options.fix) throw refusedUsage('Give --fix or --watch, not both.');
        if (options.json) {
          throw refusedUsage('--json prints one result, and --watch many. Leave one of them out.');
        }
        const places = await Promise.all(
          names.map((name) => findDefinition(surroundings.folder, name)),
        );
        const paths = places.map(({ path }) => path);
        return watchFiles(paths, async (watch) =>
          surroundings.print(printable(await textOf(validateAll(watch)))),
        );
      }),
    );
}

/** @throws CommandFailure with every error of the definition */
async function validate(
  surroundings: Surroundings,
  name: string | undefined,
  options: Options & GlobalOptions,
  onModule?: (path: string) => void,
): Promise<Outcome> {
  const read = () => readDefinitionFile(surroundings, name, onModule);
  const fixed = options.fix && (await fixFile(await read()));
  const file = await read();
  const { errors, warnings, excused, ...more } = options.remote
    ? await inspectRemotely(file, surroundings, options)
    : inspectDefinition(file.value);
  const { version } = more as Partial<RemoteInspection>;
  const found: Findings = {
    errors: located(errors, file),
    warnings: located(warnings, file),
  };
  const data = {
    file: file.name,
    valid: errors.length === 0,
    warnings: found.warnings,
    excused: excused.map((one) => ({ ...locatedFinding(one, file), reason: one.reason })),
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
  surroundings: Surroundings,
  options: GlobalOptions,
) {
  const registry = await Registry.open(surroundings, options);
  const answer = await registry.call((client) => client.POST('/v1/apps/validate', bodyOf(file)));
  // The other form of the answer is SARIF, for an `Accept` header that is not sent.
  if (!('data' in answer)) throw new TypeError('The registry answered in SARIF.');
  return answer.data;
}

const located = (findings: readonly AnyFinding[], file: DefinitionFile) =>
  findings.map((finding) => locatedFinding(finding, file));

async function textOf(outcome: Promise<Outcome>): Promise<string> {
  try {
    return (await outcome).text;
  } catch (error) {
    return failureText(failureOf(error));
  }
}
