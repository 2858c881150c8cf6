import type { Command } from 'commander';
import { notSignedIn } from '../failure.ts';
import { runs, type Surroundings } from '../run-command.ts';
import { readProfile, writeProfile } from '../session/profiles.ts';
import { addressesOf } from '../session/registry.ts';
import { signIn, signOut } from '../session/sign-in.ts';

export function addLoginCommand(program: Command, surroundings: Surroundings): void {
  const { config, isTerminal, notify, openBrowser } = surroundings;
  program
    .command('login')
    .description('Sign in with a browser, and keep the sign-in in a profile.')
    .action(
      runs<object>(surroundings, 'Waiting for the sign-in', async (_values, { profile: name }) => {
        const addresses = await addressesOf(config, name);
        const profile = await signIn(addresses, (address) => {
          notify(`Open this address to sign in:\n${address}`);
          if (isTerminal) openBrowser(address);
        });
        await writeProfile(config.profilesFile, name, profile);
        const { baseUrl, oauthUrl } = profile;
        return {
          data: { profile: name, baseUrl, oauthUrl },
          text: `Signed in at ${baseUrl} as the profile '${name}'.`,
        };
      }),
    );
}

export function addLogoutCommand(program: Command, surroundings: Surroundings): void {
  const { profilesFile } = surroundings.config;
  program
    .command('logout')
    .description('End the sign-in of a profile, and remove the profile.')
    .action(
      runs<object>(surroundings, 'Signing out', async (_values, { profile: name }) => {
        const profile = await readProfile(profilesFile, name);
        if (!profile) throw notSignedIn(`There is no profile '${name}'.`);
        // First, so that a failure below leaves no usable token on this machine.
        await writeProfile(profilesFile, name, undefined);
        await signOut(profile);
        return { data: { profile: name }, text: `Signed out of '${name}'.` };
      }),
    );
}
