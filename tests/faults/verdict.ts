/** What a run ends with, besides the ledger. */
export type Verdict = {
  /** For people. */
  text: string;
  faults: number;
  /** Why it failed, if anything was not as it has to be. */
  complaints: string[];
};
