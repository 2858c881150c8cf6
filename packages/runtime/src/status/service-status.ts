const INTERVAL_MILLISECONDS = 2_000;
/** A check that takes longer has failed. */
const CHECK_MILLISECONDS = 1_500;
/** A replica of the other service that restarts fails one check, and no caller. */
const FAILED_CHECKS = 2;

/** A part without which a service answers, but not as usual. */
export type StatusPart = {
  /** The name that programs know. */
  part: string;
  /** One sentence: what callers notice. It is public. */
  effect: string;
  /** Whether the part works now. A rejection means that it does not. */
  works(): boolean | Promise<boolean>;
};

type DegradedPart = { part: string; since: Date; effect: string };

export type StatusReport = {
  status: 'up' | 'degraded';
  version: string;
  degraded: DegradedPart[];
};

type ServiceStatusOptions = { version: string; parts: readonly StatusPart[]; clock: () => Date };

/**
 * What a service says in public about its own state. Its parts are checked at intervals, so that a
 * report costs nothing, however often it is read.
 */
export class ServiceStatus {
  readonly #options: ServiceStatusOptions;
  /** The failed checks of each part since it worked last. */
  readonly #failures = new Map<string, { since: Date; checks: number }>();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;

  constructor(options: ServiceStatusOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.check(), INTERVAL_MILLISECONDS).unref();
    void this.check();
  }

  /** Resolves when no check runs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#checking;
  }

  /** Checks every part. Joins a check that is in flight. */
  check(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  report(): StatusReport {
    const { version, parts } = this.#options;
    const degraded = parts.flatMap(({ part, effect }) => {
      const failure = this.#failures.get(part);
      const isDegraded = failure !== undefined && failure.checks >= FAILED_CHECKS;
      return isDegraded ? [{ part, since: failure.since, effect }] : [];
    });
    return { status: degraded.length === 0 ? 'up' : 'degraded', version, degraded };
  }

  async #checkAll(): Promise<void> {
    const { parts, clock } = this.#options;
    const at = clock();
    await Promise.all(
      parts.map(async (one) => {
        if (await worksInTime(one)) {
          this.#failures.delete(one.part);
          return;
        }
        const { since, checks } = this.#failures.get(one.part) ?? { since: at, checks: 0 };
        this.#failures.set(one.part, { since, checks: checks + 1 });
      }),
    );
  }
}

async function worksInTime(part: StatusPart): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_MILLISECONDS);
    timer.unref();
  });
  try {
    return await Promise.race([part.works(), late]);
  } catch {
    // Whoever needs the part logs why it does not work.
    return false;
  } finally {
    clearTimeout(timer);
  }
}
