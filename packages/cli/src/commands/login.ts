import { holdsRole } from '@app-platform/contracts';
import { type Command, Option } from 'commander';
import { notSignedIn, refusedUsage } from '../failure.ts';
import { type CommandContext, commandAction } from '../run-command.ts';
import { readProfile, type SignInMethod, writeProfile } from '../session/profiles.ts';
import { allowedRoles } from '../session/sign-in-scope.ts';

type LoginOptions = { device?: true; code?: true; role?: string[] };

export function addLoginCommand(program: Command, context: CommandContext): void {
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
    .option('--role <role...>', 'a further role to ask for, such as org.admin.api_keys; repeatable')
    .action(
      commandAction<LoginOptions>(context, 'Waiting for the sign-in', async (_values, options) => {
        const { profile: name, role: asked = [] } = options;
        checkRoles(asked);
        // The library of sign-ins is large, and no other command needs it.
        const { keepSignIn } = await import('../session/keep-sign-in.ts');
        const profile = await keepSignIn(context, name, methodOf(options), asked);
        const { baseUrl, oauthUrl, roles = [] } = profile;
        const lacking = asked.filter((role) => !holdsRole(roles, role));
        const text = [
          `Signed in at ${baseUrl} as the profile '${name}'.`,
          ...(lacking.length > 0 ? [`The user does not hold ${lacking.join(', ')}.`] : []),
        ].join('\n');
        return { data: { profile: name, baseUrl, oauthUrl, roles }, text };
      }),
    );
}

/** @throws CommandFailure for a role that no sign-in can have */
function checkRoles(roles: readonly string[]): void {
  const unknown = roles.find((role) => !holdsRole(allowedRoles, role));
  if (unknown === undefined) return;
  throw refusedUsage(
    `A sign-in of the command line cannot have the role ${unknown}. It can have ${allowedRoles.join(', ')}.`,
  );
}

function methodOf({ device, code }: LoginOptions): SignInMethod {
  if (device) return 'device';
  return code ? 'code' : 'browser';
}

export function addLogoutCommand(program: Command, context: CommandContext): void {
  const { profilesFile } = context.config;
  program
    .command('logout')
    .description('End the sign-in of a profile, and remove the profile.')
    .action(
      commandAction<object>(context, 'Signing out', async (_values, { profile: name }) => {
        const profile = await readProfile(profilesFile, name);
        if (!profile) throw notSignedIn(`There is no profile '${name}'.`);
        // First, so that a failure below leaves no usable token on this machine.
        await writeProfile(profilesFile, name, undefined);
        const { signOut } = await import('../session/sign-in.ts');
        await signOut(profile);
        return { data: { profile: name }, text: `Signed out of '${name}'.` };
      }),
    );
}
