import type { Command } from 'commander';
import type { Config } from './config.ts';
import { type CommandFailure, exitCodes, failureOf, forPrograms, placeOf } from './failure.ts';
import { linkBaseOf } from './session/addresses.ts';

/** The terminal, files and environment that a command uses. */
export type CommandContext = {
  config: Config;
  folder: string;
  /** Whether a person can answer questions. */
  isTerminal: boolean;
  print: (text: string) => void;
  /** On standard error. */
  notify: (text: string) => void;
  setExitCode: (code: number) => void;
  ask: (question: string) => Promise<string>;
  /** All of standard input. */
  readInput: () => Promise<Uint8Array>;
  openBrowser: (address: string) => void;
};

/** The options of every command. */
export type GlobalOptions = { json?: true; profile: string };

/**
 * The action of a command: prints its outcome, or for `--json` one envelope, and sets the exit code.
 * @param activity reported when the command takes longer than a second
 * @param work resolves with nothing where it has printed its outcome itself
 */
export function commandAction<Options extends object>(
  context: CommandContext,
  activity: string,
  work: (
    argument: readonly string[],
    options: Options & GlobalOptions,
  ) => Promise<Outcome | undefined>,
) {
  return async (...values: unknown[]): Promise<void> => {
    const command = values.at(-1) as Command;
    const options = command.optsWithGlobals() as Options & GlobalOptions;
    try {
      const outcome = await withProgress(activity, context.notify, () =>
        work(command.processedArgs, options),
      );
      if (!outcome) return;
      context.print(options.json ? envelopeOf(outcome) : printable(outcome.text));
      if (outcome.exitCode !== undefined) context.setExitCode(outcome.exitCode);
    } catch (error) {
      await reportFailure(error, options, context);
    }
  };
}

/** Prints a failure and sets the exit code. */
export async function reportFailure(
  error: unknown,
  { json, profile = 'default' }: Partial<GlobalOptions>,
  {
    print,
    notify,
    setExitCode,
    config,
  }: Pick<CommandContext, 'print' | 'notify' | 'setExitCode'> & Partial<CommandContext>,
): Promise<void> {
  const failure = failureOf(error);
  if (json) print(JSON.stringify(failedEnvelope(failure, await linkBaseOf(config, profile))));
  else notify(printable(failureText(failure)));
  setExitCode(failure.exitCode);
}

/**
 * Prints one of the outcomes of a watching command, or a failure that a change of a file can mend: for `--json` an
 * envelope on a line.
 * @param next follows the outcome, and may fail likewise
 * @throws CommandFailure where no change of a file can help
 */
export async function printOutcome<Done extends Outcome>(
  { print, config }: CommandContext,
  { json, profile }: GlobalOptions,
  outcome: Promise<Done>,
  next?: (done: Done) => Promise<void>,
): Promise<void> {
  try {
    const done = await outcome;
    print(json ? envelopeOf(done) : printable(done.text));
    await next?.(done);
  } catch (error) {
    const failure = failureOf(error);
    const isOfFile = failure.exitCode === exitCodes.refused;
    if (!isOfFile && failure.exitCode !== exitCodes.unreachable) throw failure;
    const envelope = failedEnvelope(failure, await linkBaseOf(config, profile));
    print(json ? JSON.stringify(envelope) : printable(failureText(failure)));
  }
}

const QUIET_MILLISECONDS = 1_000;

/** Reports the activity when the work takes longer than a second. */
async function withProgress<Result>(
  activity: string,
  notify: (text: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => notify(`${activity}…`), QUIET_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** What a command found or did. */
export type Outcome = {
  /** For programs. */
  data: unknown;
  /** For people. */
  text: string;
  /** Where it is not 0. */
  exitCode?: number;
};

/** The envelope of an outcome. */
export function envelopeOf(outcome: Pick<Outcome, 'data'>): string {
  return JSON.stringify({ ok: true, data: outcome.data, errors: [] });
}

/** The envelope of a failure. @param baseUrl of links that the registry did not make */
export function failedEnvelope(error: unknown, baseUrl: string) {
  const { data, errors } = failureOf(error);
  return { ok: false, data, errors: errors.map((one) => forPrograms(one, baseUrl)) };
}

/** A failure for people: what is wrong, and where. */
export function failureText({ errors, text }: CommandFailure): string {
  if (text !== undefined) return text;
  return errors
    .map(({ code, detail, ...more }) => {
      const place = placeOf(more);
      return code === 'usage' ? detail : `${code}${place ? ` at ${place}` : ''}: ${detail}`;
    })
    .join('\n');
}

/** Control characters except line breaks and tabs. Terminals execute some of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes control characters: texts of other organizations, such as the reason of a withdrawal, are printed too. */
export function printable(text: string): string {
  return text.replace(CONTROL, '');
}
