import { firstPartyCeilings, localProgramClient } from '@app-platform/contracts';
import type { Account } from '../accounts/account-store.ts';
import { grantableScopes, OFFLINE_ACCESS, refusalOf, scopesOf } from '../provider/scopes.ts';
import { destinationOf } from './consent.ts';
import { texts } from './page-texts.ts';
import type { Pages } from './pages.ts';
import { roleSentence } from './role-sentences.ts';

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * The page before a program on the user's computer gets a code. Every such program can name itself the
 * command line and listen on a loopback port (RFC 8252 section 8.6), so the user decides each time.
 */
export function describeLocalProgram(
  { email, roles }: Account,
  parameters: Record<string, unknown>,
  form: Pick<Pages['consent'], 'action' | 'csrf' | 'anotherAccount'>,
): Pages['local-program'] {
  const limits = { roles, ceilings: firstPartyCeilings[localProgramClient] };
  const asked = scopesOf(parameters.scope);
  const granted = grantableScopes(asked, limits);
  const redirectUri = String(parameters.redirect_uri);
  const { port, protocol } = new URL(redirectUri);
  return {
    ...form,
    title: texts.localProgram.title,
    email,
    port: port || (DEFAULT_PORTS[protocol] ?? ''),
    scopes: granted.map((scope) => ({ scope, sentence: roleSentence(scope), isNew: false })),
    leftOut: asked
      .filter((scope) => !granted.includes(scope))
      .map((scope) => ({ scope, reason: texts.consent.reasons[refusalOf(scope, limits)] })),
    mayAllow: granted.some((scope) => scope !== OFFLINE_ACCESS),
    destination: destinationOf(redirectUri),
  };
}
