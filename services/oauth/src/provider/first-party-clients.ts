import {
  type FirstPartyClient,
  isFirstPartyClient,
  localProgramClient,
} from '@app-platform/contracts';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { CODE_PAGE_PATH } from '../endpoints/endpoint-paths.ts';

/** The redirect URIs of the first-party clients. A client without any does not exist. */
export type FirstPartyRedirectUris = Partial<Record<FirstPartyClient, readonly string[]>>;

/** The record of a first-party client that is configured. */
export function firstPartyClient(configured: FirstPartyRedirectUris, clientId: string) {
  const redirectUris = isFirstPartyClient(clientId) ? configured[clientId] : undefined;
  const isLocalProgram = clientId === localProgramClient;
  return (
    redirectUris && {
      ...{ clientId, hasSecret: false, redirectUris: [...redirectUris] },
      hasExactRedirectUris: !isLocalProgram,
      hasDeviceGrant: isLocalProgram,
    }
  );
}

/** Adds the page of this service that shows a code to copy, where the command line is configured. */
export function withCodePage(
  configured: FirstPartyRedirectUris,
  issuer: string,
): FirstPartyRedirectUris {
  const { cli } = configured;
  return cli === undefined ? configured : { ...configured, cli: [...cli, issuer + CODE_PAGE_PATH] };
}

/** Where the console is, whose sign-ins come back below it. Null where it is not configured. */
export function consoleUrlOf(configured: FirstPartyRedirectUris = {}): string | null {
  const [redirectUri] = configured.console ?? [];
  return redirectUri === undefined ? null : new URL('.', redirectUri).href;
}

/**
 * oidc-provider's own policy, with two exceptions. The console needs no consent. The command line needs it
 * each time, because another program of the same computer may have sent the request.
 */
export function consentPolicy(): interactionPolicy.Prompt[] {
  const policy = interactionPolicy.base();
  const consent = policy.get('consent');
  for (const check of consent?.checks ?? []) {
    const { check: isNeeded } = check;
    check.check = (context) =>
      !isFirstPartyClient(context.oidc.client?.clientId) && isNeeded(context);
  }
  consent?.checks.add(
    new interactionPolicy.Check(
      'local_program',
      'a program on the computer of the user needs a decision',
      'interaction_required',
      awaitsDecision,
    ),
  );
  return policy;
}

/** Whether the user has yet to decide about a program on the own computer. */
export function awaitsDecision({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.client?.clientId === localProgramClient && !oidc.result?.consent;
}
