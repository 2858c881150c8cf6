import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { lastIsUnknown, stateOf } from './app-state.ts';
import { changes, type Step } from './changes.ts';
import type { Ledger, LedgerApp } from './ledger.ts';
import type { PlatformCalls } from './platform-calls.ts';
import type { Tenant } from './tenant.ts';

const MOST_LIVING_APPS = 8;
const BREATH_MILLISECONDS = 40;
const BACK_OFF_MILLISECONDS = 250;

/** One organization at work: apps come, are used, and go, one change at a time. */
export class Worker {
  readonly tenant: Tenant;
  readonly #ledger: Ledger;
  readonly #calls: PlatformCalls;
  /** Apps that are still worked with. */
  readonly #living = new Set<LedgerApp>();

  constructor(tenant: Tenant, ledger: Ledger, calls: PlatformCalls) {
    this.tenant = tenant;
    this.#ledger = ledger;
    this.#calls = calls;
  }

  /** Works until it is told to stop; what is under way is finished. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const app = this.#next();
      const step = nextStep(app);
      const outcome = await step({ ledger: this.#ledger, calls: this.#calls }, app);
      if (outcome === 'over') this.#living.delete(app);
      const most = outcome === 'unknown' ? BACK_OFF_MILLISECONDS : BREATH_MILLISECONDS;
      await wait(randomInt(most));
    }
  }

  /** Whatever was not answered is asked again first, as its caller would. */
  #next(): LedgerApp {
    const living = [...this.#living];
    const unanswered = living.find(lastIsUnknown);
    if (unanswered) return unanswered;
    const unfinished = living.find((app) => !stateOf(app).family);
    if (unfinished) return unfinished;
    if (living.length < MOST_LIVING_APPS && randomInt(3) === 0) return this.#open();
    return living[randomInt(Math.max(1, living.length))] ?? this.#open();
  }

  #open(): LedgerApp {
    const app = `app_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const opened = this.#ledger.open(this.tenant, `${app}_${this.tenant.organizationId}`);
    this.#living.add(opened);
    return opened;
  }
}

/** What an app still lacks, what was not answered, or else any change of those that happen. */
function nextStep(app: LedgerApp): Step {
  const last = app.lines.at(-1);
  if (last && lastIsUnknown(app)) return changes[last.kind];
  if (!app.clientId) return changes.register;
  const { clientSecret, isInstalled, family } = stateOf(app);
  if (clientSecret === undefined) return changes.secret;
  if (!isInstalled) return changes.install;
  if (!family) return changes.authorize;
  return changes[anyOf(usual)];
}

const usual = [
  ...Array.from({ length: 12 }, () => 'refresh' as const),
  ...Array.from({ length: 6 }, () => 'call' as const),
  ...(['register', 'register', 'secret', 'secret'] as const),
  ...(['revoke refresh token', 'revoke access token', 'uninstall'] as const),
];

function anyOf<T>(list: readonly T[]): T {
  return list[randomInt(list.length)] as T;
}
