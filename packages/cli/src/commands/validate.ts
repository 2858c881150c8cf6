import { type Command, Option } from 'commander';
import type { CheckOptions } from '../definition/check-definition.ts';
import {
  definitionNames,
  definitionsArgument,
  eachDefinition,
} from '../definition/each-definition.ts';
import { findDefinition } from '../definition/find-definition.ts';
import { STANDARD_INPUT } from '../definition/read-definition-file.ts';
import { watchFiles } from '../definition/watch-files.ts';
import { refusedUsage } from '../failure.ts';
import {
  type CommandContext,
  commandAction,
  type GlobalOptions,
  printOutcome,
} from '../run-command.ts';
import { addressesOf } from '../session/addresses.ts';

type Options = CheckOptions & { watch?: true; format?: 'text' | 'sarif' };

export function addValidateCommand(program: Command, context: CommandContext): void {
  const { folder, config } = context;
  program
    .command('validate')
    .description('Check a definition.')
    .argument(...definitionsArgument)
    .option('--watch', 'check again after every change, until Ctrl-C')
    .option('--remote', 'let the registry check too: names, and the version that changes need')
    .option('--fix', 'carry out the fixes of the linter in the file')
    .addOption(
      new Option(
        '--format <format>',
        'text, or sarif: a log of SARIF 2.1.0 alone, for code scanning',
      ).choices(['text', 'sarif']),
    )
    .action(
      commandAction<Options>(context, 'Checking the definition', async ([argument], options) => {
        const names = definitionNames(argument);
        refuseContradictions(names, options);
        const { baseUrl } = await addressesOf(config, options.profile);
        // The linter is loaded here, because no other command needs it to start.
        const { checkDefinition } = await import('../definition/check-definition.ts');
        const checkAll = (onModule?: (path: string) => void) =>
          eachDefinition(names, (name) =>
            checkDefinition(context, name, { ...options, baseUrl }, onModule),
          );
        if (options.format === 'sarif') {
          const { sarifOutcome } = await import('../definition/sarif-outcome.ts');
          return sarifOutcome(checkAll(), folder, baseUrl);
        }
        if (!options.watch) return checkAll();
        const places = await Promise.all(names.map((name) => findDefinition(folder, name)));
        return watchFiles(
          places.map(({ path }) => path),
          (watch) => printOutcome(context, options, checkAll(watch)),
        );
      }),
    );
}

function refuseContradictions(
  names: readonly (string | undefined)[],
  { watch, fix, format, json }: Options & GlobalOptions,
): void {
  if (watch && fix) throw refusedUsage('Give --fix or --watch, not both.');
  if (format === 'sarif' && json) throw refusedUsage('Give --format sarif or --json, not both.');
  if (format === 'sarif' && watch) {
    throw refusedUsage('A log of SARIF is one document. Leave --watch out.');
  }
  if (!names.includes(STANDARD_INPUT)) return;
  if (fix) throw refusedUsage('--fix changes files. Standard input is none.');
  if (watch)
    throw refusedUsage('Standard input does not change. Leave --watch out, or name a file.');
}
