import { type Command, Option } from 'commander';
import { notSignedIn } from '../failure.ts';
import { runs, type Surroundings } from '../run-command.ts';
import { signInByCode } from '../session/code-sign-in.ts';
import { signInByDevice } from '../session/device-sign-in.ts';
import { type Profile, readProfile, writeProfile } from '../session/profiles.ts';
import { type Addresses, addressesOf } from '../session/registry.ts';
import { signIn, signOut } from '../session/sign-in.ts';

type LoginOptions = { device?: true; code?: true };

export function addLoginCommand(program: Command, surroundings: Surroundings): void {
  const { config } = surroundings;
  program
    .command('login')
    .description('Sign in with a browser, and keep the sign-in in a profile.')
    .addOption(
      new Option(
        '--device',
        'sign in with a browser elsewhere, by entering a short code there',
      ).conflicts('code'),
    )
    .option('--code', 'sign in with a browser elsewhere, and paste the code that it shows')
    .action(
      runs<LoginOptions>(surroundings, 'Waiting for the sign-in', async (_values, options) => {
        const { profile: name } = options;
        const addresses = await addressesOf(config, name);
        const profile = await signInAs(options, addresses, surroundings);
        await writeProfile(config.profilesFile, name, profile);
        const { baseUrl, oauthUrl } = profile;
        return {
          data: { profile: name, baseUrl, oauthUrl },
          text: `Signed in at ${baseUrl} as the profile '${name}'.`,
        };
      }),
    );
}

function signInAs(
  { device, code }: LoginOptions,
  addresses: Addresses,
  { isTerminal, notify, ask, openBrowser }: Surroundings,
): Promise<Profile> {
  if (device) {
    return signInByDevice(addresses, (shown) =>
      notify(
        `Open this address in a browser, on any device:\n${shown.address}\nand enter the code:\n${shown.code}\nOr open it with the code filled in:\n${shown.addressWithCode}`,
      ),
    );
  }
  if (code) {
    const show = (address: string) =>
      notify(`Open this address in a browser to sign in:\n${address}`);
    return signInByCode(addresses, show, () => ask('Paste the code that it shows: '));
  }
  return signIn(addresses, (address) => {
    notify(`Open this address to sign in:\n${address}`);
    if (isTerminal) openBrowser(address);
  });
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
