/** How many rows are made. */
export type Size = {
  users: number;
  /** Of refresh tokens, in equal numbers for each user. */
  chains: number;
  /** Of each chain: one for each hour of a month. */
  usedTokens: number;
  revocations: number;
  auditEvents: number;
  webhookEvents: number;
};

export const whole: Size = {
  users: 500,
  chains: 2_000,
  usedTokens: 720,
  revocations: 2_000_000,
  auditEvents: 1_000_000,
  webhookEvents: 300_000,
};

/** A tenth, to try a change. */
export const short: Size = {
  ...whole,
  usedTokens: 72,
  revocations: 200_000,
  auditEvents: 100_000,
  webhookEvents: 30_000,
};
