import type { MovedDatabases } from './config.ts';
import type { InternalClient } from './internal-client.ts';

export type ProgramDependencies = {
  /** Opened when a command needs it, so that `--help` needs no configuration. */
  registry(): Promise<InternalClient>;
  oauth(): Promise<InternalClient>;
  /** The databases to export, and those to import into. */
  exported(): Promise<MovedDatabases>;
  imported(): Promise<MovedDatabases>;
  /** What was asked for. */
  print(text: string): void;
  /** How far it is. */
  tell(text: string): void;
};
