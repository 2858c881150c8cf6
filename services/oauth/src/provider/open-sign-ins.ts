import {
  consumePoint,
  contextOf,
  networkOf,
  type RateLimitStore,
  rateLimiter,
} from '@app-platform/http-api';
import type { Response } from 'express';
import type { KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import { errorTexts } from '../rendering/page-texts.ts';
import { renderPage } from '../rendering/pages.ts';
import { lifetimesSeconds } from './lifetimes.ts';

/** Counts the authorization requests of a network that are stored because nobody has signed in yet. */
export class OpenSignIns {
  readonly #perNetwork: RateLimiterAbstract;

  /** @param store shares the counts between replicas; without it this process counts alone */
  constructor(points: number, store?: RateLimitStore) {
    const duration = lifetimesSeconds.Interaction;
    this.#perNetwork = rateLimiter({ points, duration, keyPrefix: 'open-sign-ins', store });
  }

  /** Counts one more. @returns how many seconds to wait, if too many are open */
  open(address: string): Promise<number | undefined> {
    return consumePoint(this.#perNetwork, networkOf(address));
  }

  async close(address: string): Promise<void> {
    await this.#perNetwork.reward(networkOf(address));
  }
}

/** Requests that are stored until somebody signs in. */
const LIMITED_PATHS: readonly string[] = [
  endpointPaths.authorization,
  endpointPaths.device_authorization,
];

/** Refuses an anonymous authorization request, or that of a device, of a network that has too many open ones. */
export function limitOpenSignIns(provider: Provider, openSignIns: OpenSignIns): void {
  provider.use(async (context: KoaContextWithOIDC, next) => {
    if (!LIMITED_PATHS.includes(context.path)) return next();
    if (await isSignedIn(provider, context)) return next();
    const address = addressOf(context);
    const waitSeconds = await openSignIns.open(address);
    if (waitSeconds !== undefined) return refuse(context, waitSeconds);
    try {
      await next();
    } finally {
      // Refused, or with `prompt=none`: nothing is stored.
      const { Interaction: interaction, DeviceCode: deviceCode } = context.oidc?.entities ?? {};
      if (!interaction && !deviceCode) await openSignIns.close(address);
    }
  });
  provider.on('interaction.ended', (context) => {
    const wasSignedIn = context.oidc.entities.Interaction?.session?.accountId !== undefined;
    if (!wasSignedIn) void openSignIns.close(addressOf(context));
  });
}

async function isSignedIn(provider: Provider, context: KoaContextWithOIDC): Promise<boolean> {
  try {
    return Boolean((await provider.Session.get(context as never)).accountId);
  } catch {
    // oidc-provider reads the session again, and answers the outage.
    return false;
  }
}

function addressOf({ res }: KoaContextWithOIDC): string {
  return contextOf(res as Response).address;
}

function refuse(context: KoaContextWithOIDC, waitSeconds: number): void {
  const page = errorTexts.tooManySignIns(Math.ceil(waitSeconds / 60));
  context.status = 429;
  context.set('Retry-After', String(waitSeconds));
  if (context.accepts('html', 'json') === 'json') {
    context.body = { error: page.code, error_description: page.description };
    return;
  }
  context.type = 'html';
  context.body = renderPage('error', page);
}
