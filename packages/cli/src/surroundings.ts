import type { Config } from './config.ts';

/** Everything that a command has of the machine. */
export type Surroundings = {
  config: Config;
  folder: string;
  /** Whether a person is there to answer. */
  isTerminal: boolean;
  print: (text: string) => void;
  /** On standard error. */
  notify: (text: string) => void;
  setExitCode: (code: number) => void;
  ask: (question: string) => Promise<string>;
  openBrowser: (address: string) => void;
};
