import { type FirstPartyClient, isFirstPartyClient } from '@app-platform/contracts';
import { interactionPolicy } from 'oidc-provider';

/** The redirect URIs of the first-party clients. A client without any does not exist. */
export type FirstPartyRedirectUris = Partial<Record<FirstPartyClient, readonly string[]>>;

/** A client as the registry would tell of it, if it is first-party and configured. */
export function firstPartyClient(configured: FirstPartyRedirectUris, clientId: string) {
  const redirectUris = isFirstPartyClient(clientId) ? configured[clientId] : undefined;
  return redirectUris && { clientId, hasSecret: false, redirectUris: [...redirectUris] };
}

/** Where the console is, whose sign-ins come back below it. Null where it is not configured. */
export function consoleUrlOf(configured: FirstPartyRedirectUris = {}): string | null {
  const [redirectUri] = configured.console ?? [];
  return redirectUri === undefined ? null : new URL('.', redirectUri).href;
}

/** oidc-provider's own policy, except that nobody is asked for consent to a first-party client. */
export function consentToAppsOnly(): interactionPolicy.Prompt[] {
  const policy = interactionPolicy.base();
  for (const check of policy.get('consent')?.checks ?? []) {
    const { check: isNeeded } = check;
    check.check = (context) =>
      !isFirstPartyClient(context.oidc.client?.clientId) && isNeeded(context);
  }
  return policy;
}
