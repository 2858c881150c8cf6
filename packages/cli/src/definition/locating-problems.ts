import { PlatformError } from '@app-platform/client/source';
import { CommandFailure, failureOf } from '../failure.ts';
import type { DefinitionFile } from './definition-file.ts';

/** Adds the places in the file to the problems that the registry names. */
export async function locatingProblems<Result>(
  file: DefinitionFile,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { exitCode, errors } = failureOf(error);
    const located = errors.map((one) => {
      const position = one.pointer === undefined ? undefined : file.locate(one.pointer);
      return { ...one, line: position?.line, column: position?.column };
    });
    throw new CommandFailure(exitCode, located);
  }
}
