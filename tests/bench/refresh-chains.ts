import { newTokens } from './code-exchanges.ts';
import { applyLoad, type Exchange } from './http-load.ts';
import type { Side } from './rounds.ts';
import { refresh } from './token-requests.ts';
import type { TokenService } from './token-service.ts';

/** Then another chain is begun, so that chains are as long on a side that is slower. */
const CHAIN_REFRESHES = 50;
/** Where a machine does more, its measurement ends early. */
const MOST_PER_SECOND = 3_000;

type Chain = { refreshToken: string; left: number };

/** Refreshes: each connection drives a chain of its own, in which each token follows the one before. */
export function refreshing(service: TokenService, connections: number): Side {
  const chains = new RefreshChains(service, connections);
  return {
    processes: service.processes,
    prepare: (seconds) => chains.provide(Math.ceil(MOST_PER_SECOND * seconds)),
    work: (seconds) =>
      applyLoad({
        port: service.port,
        connections,
        seconds,
        mostRequests: chains.mostRefreshes,
        next: () => chains.next(),
      }),
  };
}

class RefreshChains {
  readonly #service: TokenService;
  readonly #connections: number;
  /** Nobody is refreshing these; the last is the next that somebody does. */
  #idle: Chain[] = [];

  constructor(service: TokenService, connections: number) {
    this.#service = service;
    this.#connections = connections;
  }

  /** As many as always leave a chain for each connection. */
  get mostRefreshes(): number {
    return this.#left - this.#connections * CHAIN_REFRESHES;
  }

  /** Begins chains for so many refreshes. */
  async provide(refreshes: number): Promise<void> {
    const missing = Math.ceil((refreshes - this.mostRefreshes) / CHAIN_REFRESHES);
    if (missing <= 0) return;
    const begun = await newTokens(this.#service, missing);
    const fresh = begun.map(({ refreshToken }) => ({ refreshToken, left: CHAIN_REFRESHES }));
    this.#idle = [...fresh, ...this.#idle];
  }

  next(): Exchange {
    const chain = this.#idle.pop();
    if (!chain) throw new Error('There is a chain of refresh tokens too few.');
    return refresh(this.#service, chain.refreshToken, ({ refreshToken }) => {
      const left = chain.left - 1;
      if (left > 0) this.#idle.push({ refreshToken, left });
    });
  }

  get #left(): number {
    return this.#idle.reduce((sum, { left }) => sum + left, 0);
  }
}
