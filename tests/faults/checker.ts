import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { NoAnswer } from '@app-platform/testing/load/http-client';
import { isFailure } from '@app-platform/testing/load/observations';
import type { Replica } from '@app-platform/testing/servers/replica';
import { type AppState, lastIsUnknown, stateOf } from './app-state.ts';
import { changes } from './changes.ts';
import type { Ledger, LedgerApp } from './ledger.ts';
import type { Answer, PlatformCalls } from './platform-calls.ts';
import type { Tenant } from './tenant.ts';

const CHECKED_AT_ONCE = 8;
/** How long a system without a fault may take to answer a question at all. */
const TRIES = 20;
const TRY_AGAIN_MILLISECONDS = 500;

/** How soon a revocation counts, at every replica. */
export const REVOCATION_MILLISECONDS = 1_000;

export type CheckOptions = {
  ledger: Ledger;
  calls: PlatformCalls;
  /** Each is asked by itself whether it refuses what was revoked. */
  registryReplicas: Replica[];
};

/** Goes through the ledger, and asks the system about every line of it. */
export class Checker {
  readonly options: CheckOptions;

  constructor(options: CheckOptions) {
    this.options = options;
  }

  async check(apps: readonly LedgerApp[]): Promise<void> {
    const endOfWork = performance.now();
    const installed = new Map<Tenant, Set<string>>();
    for (const tenant of new Set(apps.map((app) => app.tenant))) {
      installed.set(tenant, await this.#listInstalled(tenant));
    }
    await severalAtOnce(apps, (app) => this.#checkApp(app, installed.get(app.tenant) ?? new Set()));
    await wait(Math.max(0, endOfWork + REVOCATION_MILLISECONDS - performance.now()));
    await severalAtOnce(apps, (app) => this.#checkDeadTokens(app, stateOf(app)));
  }

  async #checkApp(app: LedgerApp, installed: Set<string>): Promise<void> {
    const state = stateOf(app);
    for (const attributes of state.versions) await this.#checkVersion(app, attributes);
    const { isInstalled } = state;
    if (isInstalled !== undefined && isInstalled !== installed.has(app.name)) {
      const detail = isInstalled ? 'it is not installed' : 'it is still installed';
      this.options.ledger.lose(app, isInstalled ? 'install' : 'uninstall', detail);
    }
    if (!state.clientSecret || !isInstalled) return;
    if (state.family) await this.#checkFamily(app, state);
    else await this.#checkSecret(app, state.clientSecret);
  }

  async #checkVersion(app: LedgerApp, acknowledged: Record<string, unknown>): Promise<void> {
    const id = `${app.name}-${acknowledged.version}`;
    const { status, body } = await this.#asTenant(app, `/v1/apps/available/${id}`);
    const { attributes } = (body.data ?? {}) as { attributes?: unknown };
    if (isDeepStrictEqual(attributes, acknowledged)) return;
    const detail = `${status} ${JSON.stringify(body)} instead of ${JSON.stringify(acknowledged)}`;
    this.options.ledger.lose(app, `version ${acknowledged.version}`, detail);
  }

  /** A refresh token that nobody knows tells whether the secret beside it is right. */
  async #checkSecret(app: LedgerApp, clientSecret: string): Promise<void> {
    const answer = await this.#answer(() => this.options.calls.refresh(app, clientSecret, 'none'));
    if (answer.body.error === 'invalid_grant') return;
    this.options.ledger.lose(app, 'secret', `${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** By a refresh, which is a change as any other and goes into the ledger. */
  async #checkFamily(app: LedgerApp, { family }: AppState): Promise<void> {
    const { ledger, calls } = this.options;
    if (family && !family.accessTokenIsRevoked) {
      await changes.call({ ledger, calls }, app);
    }
    for (let tries = 0; tries < TRIES; tries += 1) {
      const outcome = await changes.refresh({ ledger, calls }, app);
      if (outcome !== 'unknown') return;
      await wait(TRY_AGAIN_MILLISECONDS);
    }
    ledger.lose(app, 'refresh', 'the service did not come back');
  }

  async #checkDeadTokens(app: LedgerApp, { dead, clientSecret, isInstalled }: AppState) {
    const { ledger, calls, registryReplicas } = this.options;
    for (const token of dead.accessTokens) {
      for (const { name, port } of registryReplicas) {
        const baseUrl = `http://127.0.0.1:${port}`;
        const answer = await this.#answer(() =>
          calls.registry(app.tenant, token, 'GET', '/v1/me', { baseUrl }),
        );
        if (answer.status === 401) continue;
        ledger.lose(app, 'revocation', `${name} answers ${answer.status} to an access token`);
      }
    }
    if (!clientSecret || isInstalled === undefined) return;
    const refusal = isInstalled ? 'invalid_grant' : 'invalid_client';
    for (const token of dead.refreshTokens) {
      const answer = await this.#answer(() => calls.refresh(app, clientSecret, token));
      if (answer.status === 400 && answer.body.error === refusal) continue;
      ledger.lose(app, 'revocation', `a refresh is answered ${answer.status}`);
    }
  }

  async #listInstalled(tenant: Tenant): Promise<Set<string>> {
    const names = new Set<string>();
    const { calls } = this.options;
    let after: string | null = '';
    while (after !== null) {
      const path = `/v1/apps/installed?page[size]=100${after && `&page[after]=${after}`}`;
      const { status, body } = await this.#answer(() =>
        calls.registry(tenant, tenant.apiKey, 'GET', path),
      );
      if (status !== 200) throw new Error(`What is installed cannot be listed: ${status}`);
      const page = body as InstalledPage;
      for (const { attributes } of page.data) names.add(attributes.name);
      after = page.meta.page.after;
    }
    return names;
  }

  #asTenant({ tenant }: LedgerApp, path: string): Promise<Answer> {
    return this.#answer(() => this.options.calls.registry(tenant, tenant.apiKey, 'GET', path));
  }

  /** A question is repeated where it failed; an answer counts. */
  async #answer(ask: () => Promise<Answer>): Promise<Answer> {
    let last: Answer = { status: 0, body: {} };
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        last = await ask();
        if (!isFailure(last)) return last;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
      await wait(TRY_AGAIN_MILLISECONDS);
    }
    return last;
  }
}

type InstalledPage = {
  data: { attributes: { name: string } }[];
  meta: { page: { after: string | null } };
};

async function severalAtOnce<T>(list: readonly T[], work: (one: T) => Promise<void>) {
  const left = [...list];
  const workOn = async () => {
    for (let one = left.pop(); one; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, workOn));
}

/** Those that something was asked for since. */
export function changedSince(apps: readonly LedgerApp[], instant: number): LedgerApp[] {
  return apps.filter((app) => (app.lines.at(-1)?.askedAt ?? 0) >= instant || lastIsUnknown(app));
}
