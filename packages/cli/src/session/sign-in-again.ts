import { holdsRole } from '@app-platform/contracts';
import { failureOf } from '../failure.ts';
import { type CommandContext, type GlobalOptions, printable } from '../run-command.ts';
import { keepSignIn } from './keep-sign-in.ts';
import { type MissingSignIn, withAdvice } from './missing-sign-in.ts';
import { type Profile, readProfile } from './profiles.ts';
import { allowedRoles, furtherRoles } from './sign-in-scope.ts';

/**
 * Signs in with the roles that a command lacks beside those of the profile. At a terminal only.
 * @returns the command that signs in like that
 * @throws CommandFailure with the refusal, and how to sign in, where no person is here or it cannot help
 */
export async function signInAgain(
  context: CommandContext,
  { profile: name, json }: GlobalOptions,
  { error, roles }: MissingSignIn,
): Promise<string> {
  const tooMuch = roles.filter((role) => !holdsRole(allowedRoles, role));
  if (tooMuch.length > 0) {
    const advice = `A sign-in of the command line cannot have ${tooMuch.join(', ')}. Set API_KEY to a key that has it.`;
    throw withAdvice(error, advice);
  }
  const { config, isTerminal, notify } = context;
  const profile = await readProfile(config.profilesFile, name);
  const { method = 'browser', roles: held = [] } = profile ?? {};
  const further = furtherRoles([...held, ...roles]);
  const command = loginCommand(name, method, further);
  if (!isTerminal || json) throw withAdvice(error, `Run: ${command}`);
  notify(printable(failureOf(error).message));
  await keepSignIn(context, name, method, further);
  return command;
}

function loginCommand(
  name: string,
  method: NonNullable<Profile['method']>,
  further: readonly string[],
): string {
  return [
    'apps login',
    ...(name === 'default' ? [] : [`--profile ${name}`]),
    ...(method === 'browser' ? [] : [`--${method}`]),
    ...further.map((role) => `--role ${role}`),
  ].join(' ');
}
