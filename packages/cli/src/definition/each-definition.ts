import {
  CommandFailure,
  exitCodes,
  failureOf,
  type ReportedError,
  refusedUsage,
} from '../failure.ts';
import { type CommandContext, failureText, type Outcome } from '../run-command.ts';
import type { DefinitionFile } from './definition-file.ts';
import { readDefinitionFile, STANDARD_INPUT } from './read-definition-file.ts';

/** The argument of a command that takes any number of definitions. */
export const definitionsArgument = [
  '[file...]',
  'definitions, folders that hold one, or - for standard input; app.json, app.jsonc or app.ts without it',
] as const;

/** The names in that argument; undefined stands for the definition of the working folder. */
export function definitionNames(argument: unknown): readonly (string | undefined)[] {
  const names = (argument ?? []) as readonly string[];
  if (names.filter((name) => name === STANDARD_INPUT).length > 1) {
    throw refusedUsage('Standard input holds one definition. Name - once.');
  }
  return names.length > 0 ? names : [undefined];
}

/**
 * Does something with each of several definitions, in order.
 * @returns of one definition its outcome; of several all of them, in `data.files`
 * @throws CommandFailure with the errors of all; at once where no other definition can do better
 */
export async function eachDefinition<Definition>(
  definitions: readonly Definition[],
  work: (definition: Definition) => Promise<Outcome>,
): Promise<Outcome> {
  const [first] = definitions;
  if (first === undefined || definitions.length === 1) return work(first as Definition);
  const files: unknown[] = [];
  const errors: ReportedError[] = [];
  const texts: string[] = [];
  let exitCode: number = exitCodes.done;
  for (const definition of definitions) {
    const outcome = await settled(work(definition));
    if (outcome.data !== null) files.push(outcome.data);
    texts.push(outcome.text);
    errors.push(...outcome.errors);
    exitCode = Math.max(exitCode, outcome.exitCode);
    if (exitCode > exitCodes.refused) break;
  }
  const data = { files };
  const text = texts.join('\n\n');
  if (exitCode === exitCodes.done) return { data, text };
  throw new CommandFailure(exitCode, errors, data, text);
}

/**
 * Reads every definition before anything is done with one.
 * @throws CommandFailure with the errors of all
 */
export async function readDefinitions(
  context: CommandContext,
  names: readonly (string | undefined)[],
): Promise<DefinitionFile[]> {
  const read: DefinitionFile[] = [];
  await eachDefinition(names, async (name) => {
    read.push(await readDefinitionFile(context, name));
    return { data: null, text: '' };
  });
  return read;
}

async function settled(outcome: Promise<Outcome>) {
  try {
    return { exitCode: exitCodes.done, errors: [], ...(await outcome) };
  } catch (error) {
    const failure = failureOf(error);
    return { ...failure, text: failureText(failure) };
  }
}
