import { createOauthClient, createRegistryClient } from '@app-platform/client/source';
import { accessToken } from '../session/access-token.ts';
import { signIn } from '../session/authorization.ts';
import { baseUrl, oauthUrl } from '../settings.ts';

/**
 * A refused token is not renewed here: the refusal says whether a new sign-in is needed, which leaves the
 * page. See `SessionGuard`.
 */
const credential = {
  token: async () => accessToken() ?? (await signIn()),
  renew: async (refused: string) => refused,
};

export const registry = createRegistryClient({ baseUrl: baseUrl(), credential });

export const oauth = createOauthClient({ oauthUrl: oauthUrl(), credential });
