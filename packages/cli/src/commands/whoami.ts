import { createOauthClient, unwrap } from '@app-platform/client/source';
import type { Command } from 'commander';
import { type CommandContext, commandAction } from '../run-command.ts';
import { readProfile } from '../session/profiles.ts';
import {
  addressesOf,
  credentialFor,
  ofPlatform,
  Registry,
  reportUnreachable,
} from '../session/registry.ts';
import { rolesAmong } from '../session/sign-in-scope.ts';

export function addWhoamiCommand(program: Command, context: CommandContext): void {
  program
    .command('whoami')
    .description('Show the API key or sign-in in use, its organization and its roles.')
    .action(
      commandAction<object>(context, 'Reading the credential', async (_values, options) => {
        const registry = await Registry.open(context, options);
        const { data: credential } = await registry.call((client) => client.GET('/v1/me'));
        const { organizationId, organizationName, roles: scopes } = credential.attributes;
        const roles = rolesAmong(scopes);
        const known = { type: credential.type, organizationId, organizationName, roles };
        const signIn = context.config.apiKey ? undefined : await signInOf(context, options.profile);
        const text = [
          signIn
            ? `${signIn.email}, signed in with the profile '${signIn.profile}'`
            : 'An API key, from API_KEY',
          `Organization: ${organizationName} (${organizationId})`,
          `Roles: ${roles.join(', ')}`,
          ...(signIn ? [`Access token expires at: ${signIn.expiresAt} (commands renew it)`] : []),
        ].join('\n');
        return { data: { ...known, ...signIn }, text };
      }),
    );
}

/** The user, as the OAuth service knows it, and the access token that the profile keeps. */
async function signInOf({ config }: CommandContext, profile: string) {
  const addresses = await addressesOf(config, profile);
  const { oauthUrl } = addresses;
  const credential = await credentialFor(config, profile, addresses);
  const client = createOauthClient({ oauthUrl, credential, attempts: 3 });
  const user = await reportUnreachable(oauthUrl, 'OAUTH_URL', () =>
    unwrap(client.GET('/v1/users/me')),
  );
  const { data } = ofPlatform(user, oauthUrl, 'OAUTH_URL');
  // Read last: the calls may have renewed the token.
  const { tokens } = (await readProfile(config.profilesFile, profile)) ?? {};
  return { email: data.attributes.email, profile, expiresAt: tokens?.expiresAt ?? null };
}
