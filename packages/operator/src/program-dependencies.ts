import type { InternalClient } from './internal-client.ts';

export type ProgramDependencies = {
  /** Opened when a command needs it, so that `--help` needs no configuration. */
  registry(): Promise<InternalClient>;
  oauth(): Promise<InternalClient>;
  print(text: string): void;
};
