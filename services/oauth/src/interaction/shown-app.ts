import { type AppOwner, type ClientRecord, isFirstPartyClient } from '@app-platform/contracts';
import { errors } from 'oidc-provider';
import { refuseBlocked } from '../provider/app-blocked.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import type { Html } from './html.ts';
import { texts } from './page-texts.ts';

/** An app as pages show it. */
export type ShownApp = {
  title: string;
  iconUrl: string | null;
  /** As the app says. */
  developer: string | null;
  owner: AppOwner | null;
};

/** What a user signs in to. */
export type SignInTarget = {
  sentence: string | Html;
  app: Pick<ShownApp, 'iconUrl' | 'owner'> | null;
};

/** @param registryUrl serves the icons that definitions hold, whose URL is a path */
export function shownApp(
  { title, iconUrl, developer, owner }: ClientRecord,
  registryUrl: string,
): ShownApp {
  return { title, iconUrl: shownIcon(iconUrl, registryUrl), developer, owner: owner ?? null };
}

function shownIcon(iconUrl: string | null, registryUrl: string): string | null {
  if (iconUrl?.startsWith('/')) return `${registryUrl}${iconUrl}`;
  return iconUrl?.startsWith('https://') ? iconUrl : null;
}

/** The account pages, which are no client. */
export const accountTarget: SignInTarget = { sentence: texts.signIn.to.account, app: null };

/** @throws InvalidClient for an app that was uninstalled or blocked since the authorization request */
export async function signInTarget(
  { clients, audience }: { clients: ClientAdapter; audience: string },
  clientId: string,
): Promise<SignInTarget> {
  if (isFirstPartyClient(clientId)) return { sentence: texts.signIn.to[clientId], app: null };
  const client = await clients.lookUp(clientId);
  if (!client?.installed) throw new errors.InvalidClient('the app is not installed');
  refuseBlocked(client);
  const { title, iconUrl, owner } = shownApp(client, audience);
  return { sentence: texts.signIn.to.app(title), app: { iconUrl, owner } };
}
