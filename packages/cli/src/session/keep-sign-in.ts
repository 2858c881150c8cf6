import type { CommandContext } from '../run-command.ts';
import { addressesOf } from './addresses.ts';
import { signInByCode } from './code-sign-in.ts';
import { signInByDevice } from './device-sign-in.ts';
import type { SignInRequest } from './oauth-server.ts';
import { type Profile, type SignInMethod, writeProfile } from './profiles.ts';
import { signIn } from './sign-in.ts';
import { scopeOf } from './sign-in-scope.ts';

type Person = Pick<CommandContext, 'config' | 'isTerminal' | 'notify' | 'ask' | 'openBrowser'>;

/**
 * Signs a person in, and keeps the sign-in in a profile.
 * @param further roles that not every sign-in asks for
 */
export async function keepSignIn(
  person: Person,
  name: string,
  method: SignInMethod,
  further: readonly string[],
): Promise<Profile> {
  const { config } = person;
  const request = { ...(await addressesOf(config, name)), scope: scopeOf(further) };
  const profile = { ...(await signInAs(method, request, person)), method };
  await writeProfile(config.profilesFile, name, profile);
  return profile;
}

function signInAs(
  method: SignInMethod,
  request: SignInRequest,
  { isTerminal, notify, ask, openBrowser }: Person,
): Promise<Profile> {
  if (method === 'device') {
    return signInByDevice(request, (shown) =>
      notify(
        `Open this address in a browser, on any device:\n${shown.address}\nand enter the code:\n${shown.code}\nOr open it with the code filled in:\n${shown.addressWithCode}`,
      ),
    );
  }
  if (method === 'code') {
    const show = (address: string) =>
      notify(`Open this address in a browser to sign in:\n${address}`);
    return signInByCode(request, show, () => ask('Paste the code that it shows: '));
  }
  return signIn(request, (address) => {
    notify(`Open this address to sign in:\n${address}`);
    if (isTerminal) openBrowser(address);
  });
}
