import { amount } from './figures.ts';

/** Bytes on the disk, with indexes. */
export type RowBytes = {
  usedToken: number;
  chain: number;
  auditEvent: number;
  webhookEvent: number;
  revocation: number;
};

/** A year of 1,000,000 organizations with 20 installed apps and 40 users each. */
const REFRESHES_PER_HOUR = 2_000_000;
/** Each is refreshed once an hour. */
const CHAINS = REFRESHES_PER_HOUR;
const AUDIT_EVENTS = 2_000_000_000;
/** Two for each organization a day, with one delivery. */
const WEBHOOK_EVENTS_PER_DAY = 2_000_000;
const REVOCATIONS_PER_DAY = 2_000_000;
const HOURS_OF_A_MONTH = 720;
const WEBHOOK_DAYS = 30;
/** A partition goes when its last row is 34 days old: its first one is 65 days old by then. */
const MOST_WEBHOOK_DAYS = 65;

/** What a year leaves, recomputed from what rows take. */
export function yearTable(bytes: RowBytes): string {
  const usedTokens = REFRESHES_PER_HOUR * HOURS_OF_A_MONTH;
  const row = (what: string, before: [number, number], after: [number, number]) => {
    const cell = ([rows, each]: [number, number]) =>
      `${rows.toLocaleString('en')} rows, ${amount(rows * each, 'bytes')}`;
    return `| ${what} | ${cell(before)} | ${cell(after)} |`;
  };
  return [
    '| after a year | before | after |',
    '|---|---|---|',
    row('refresh tokens', [usedTokens + CHAINS, bytes.usedToken], [CHAINS, bytes.chain]),
    row(
      'audit events of one service',
      [AUDIT_EVENTS, bytes.auditEvent],
      [AUDIT_EVENTS, bytes.auditEvent],
    ),
    row(
      'webhook events with a delivery',
      [WEBHOOK_EVENTS_PER_DAY * WEBHOOK_DAYS, bytes.webhookEvent],
      [WEBHOOK_EVENTS_PER_DAY * MOST_WEBHOOK_DAYS, bytes.webhookEvent],
    ),
    row(
      'revocations',
      [REVOCATIONS_PER_DAY, bytes.revocation],
      [REVOCATIONS_PER_DAY, bytes.revocation],
    ),
  ].join('\n');
}
