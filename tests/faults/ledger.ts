import { appendFileSync } from 'node:fs';
import type { Tenant } from './tenant.ts';

export type Kind =
  | 'register'
  | 'secret'
  | 'install'
  | 'uninstall'
  | 'authorize'
  | 'refresh'
  | 'revoke refresh token'
  | 'revoke access token';

export type Tokens = { accessToken: string; refreshToken: string };

/** What was acknowledged. */
export type Receipt = {
  /** The version's record, as its registration was answered. */
  attributes?: Record<string, unknown>;
  clientSecret?: string;
  tokens?: Tokens;
};

/** One change that was asked for: written before it is sent, and marked when the answer is there. */
export type Line = {
  number: number;
  kind: Kind;
  askedAt: number;
  /** `unknown`: no answer, or one that says nothing about what happened. */
  outcome: 'asked' | 'acknowledged' | 'unknown' | 'refused';
  receipt: Receipt;
};

/** An app, whose changes are asked for one after the other. */
export type LedgerApp = { name: string; clientId: string; tenant: Tenant; lines: Line[] };

/** What was asked for and what was acknowledged, and what of that turned out not to be so. */
export class Ledger {
  readonly apps: LedgerApp[] = [];
  /** Everything that was lost, by the line that says so. */
  readonly lost = new Map<string, string>();
  acknowledged = 0;
  readonly #file: string;
  #lines = 0;

  /** @param file where it is written, line by line, for whoever has to find out what happened */
  constructor(file: string) {
    this.#file = file;
  }

  open(tenant: Tenant, name: string): LedgerApp {
    const app = { name, clientId: '', tenant, lines: [] };
    this.apps.push(app);
    return app;
  }

  ask(app: LedgerApp, kind: Kind): Line {
    this.#lines += 1;
    const askedAt = performance.now();
    const line: Line = { number: this.#lines, kind, askedAt, outcome: 'asked', receipt: {} };
    app.lines.push(line);
    this.#write(app, line);
    return line;
  }

  mark(app: LedgerApp, line: Line, outcome: Line['outcome'], receipt: Receipt = {}): void {
    line.outcome = outcome;
    line.receipt = receipt;
    if (outcome === 'acknowledged') this.acknowledged += 1;
    this.#write(app, line);
  }

  /** @param what which of the app's promises, told once */
  lose(app: LedgerApp, what: string, detail: string): void {
    const key = `${app.name} ${what}`;
    if (this.lost.has(key)) return;
    this.lost.set(key, `${key}: ${detail}`);
    appendFileSync(this.#file, `${JSON.stringify({ lost: key, detail, at: new Date() })}\n`);
  }

  #write(app: LedgerApp, line: Line): void {
    const entry = { at: new Date(), app: app.name, ...line };
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }
}
