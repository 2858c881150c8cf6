import type { Command } from 'commander';
import { failureOf } from './failure.ts';
import { envelopeOf, failedEnvelopeOf, failureText, type Outcome } from './output/outcome.ts';
import { printable } from './output/printable.ts';
import { withProgress } from './output/progress.ts';
import type { Surroundings } from './surroundings.ts';

/** The options of every command. */
export type GlobalOptions = { json?: true; profile: string };

/**
 * The action of a command: prints its outcome, or for `--json` one envelope, and sets the exit code.
 * @param activity what a slow command says that it is doing
 */
export function runs<Options extends object>(
  surroundings: Surroundings,
  activity: string,
  work: (argument: readonly string[], options: Options & GlobalOptions) => Promise<Outcome>,
) {
  return async (...values: unknown[]): Promise<void> => {
    const command = values.at(-1) as Command;
    const options = command.optsWithGlobals() as Options & GlobalOptions;
    try {
      const outcome = await withProgress(activity, surroundings.notify, () =>
        work(command.processedArgs, options),
      );
      surroundings.print(options.json ? envelopeOf(outcome) : printable(outcome.text));
    } catch (error) {
      reportFailure(error, Boolean(options.json), surroundings);
    }
  };
}

/** Prints a failure and sets the exit code. */
export function reportFailure(
  error: unknown,
  isJson: boolean,
  { print, notify, setExitCode }: Pick<Surroundings, 'print' | 'notify' | 'setExitCode'>,
): void {
  const failure = failureOf(error);
  if (isJson) print(failedEnvelopeOf(failure));
  else notify(printable(failureText(failure)));
  setExitCode(failure.exitCode);
}
