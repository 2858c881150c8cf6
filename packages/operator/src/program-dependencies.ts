import type { DatabaseUrls } from './config.ts';
import type { InternalClient } from './internal-client.ts';

export type ProgramDependencies = {
  /** Created when a command needs it, so that `--help` needs no configuration. */
  registry(): Promise<InternalClient>;
  oauth(): Promise<InternalClient>;
  /** Prints the result to standard output. */
  print(text: string): void;
  /** Prints a line of progress to standard error. */
  reportProgress(text: string): void;
};

/** The dependencies of the commands that copy the databases. */
export type MoveDependencies = Pick<ProgramDependencies, 'print' | 'reportProgress'> & {
  databasesToExport(): Promise<DatabaseUrls>;
  databasesToImport(): Promise<DatabaseUrls>;
};
