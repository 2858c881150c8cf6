import type Provider from 'oidc-provider';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import type { SessionGrants } from '../grants/session-grants.ts';
import { isResumption } from './endpoint-paths.ts';

/**
 * Ends the browser's session when another person has signed in, also in another tab. oidc-provider
 * would show a page that signs out by a script, which the content security policy blocks.
 */
export function switchAccounts(provider: Provider, grants: SessionGrants): void {
  provider.use(async (context: KoaContextWithOIDC, next) => {
    if (isResumption(context.path)) await endOtherSession(provider, grants, context);
    return next();
  });
}

async function endOtherSession(
  provider: Provider,
  grants: SessionGrants,
  context: KoaContextWithOIDC,
): Promise<void> {
  const interaction = await resumedInteraction(provider, context);
  const signedIn = interaction?.result?.login?.accountId;
  if (!interaction || !signedIn) return;
  const session = await provider.Session.get(context as never);
  const { accountId, uid } = session;
  if (!accountId || accountId === signedIn) return;
  await grants.end({ accountId, uid });
  await session.destroy();
  if (!interaction.session) return;
  // Otherwise the interaction would still belong to the ended session.
  Reflect.deleteProperty(interaction.session, 'uid');
  await interaction.persist();
}

/** The interaction of the browser that asks to continue. */
async function resumedInteraction(
  provider: Provider,
  { cookies }: KoaContextWithOIDC,
): Promise<Interaction | undefined> {
  const id = cookies.get(provider.cookieName('resume'));
  return id === undefined ? undefined : provider.Interaction.find(id);
}
