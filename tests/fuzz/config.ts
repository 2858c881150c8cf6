const USUAL_SEED = 20_261_121;
const USUAL_REQUESTS = 1_500;

export type FuzzConfig = {
  /** What all requests are drawn from: the same seed makes the same requests. */
  seed: number;
  requests: number;
};

/**
 * FUZZ_SEED and FUZZ_REQUESTS, each a whole number.
 * @throws Error where one of them is not
 */
export function readFuzzConfig(environment = process.env): FuzzConfig {
  return {
    seed: wholeNumber('FUZZ_SEED', environment.FUZZ_SEED, USUAL_SEED),
    requests: wholeNumber('FUZZ_REQUESTS', environment.FUZZ_REQUESTS, USUAL_REQUESTS),
  };
}

function wholeNumber(name: string, text: string | undefined, usual: number): number {
  if (!text) return usual;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not ${text}.`);
  return Number(text);
}
