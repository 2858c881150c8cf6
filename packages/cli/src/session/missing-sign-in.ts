import { PlatformError } from '@app-platform/client/source';
import { CommandFailure, failureOf } from '../failure.ts';

/** What a request was refused for: roles that the sign-in lacks, or none where it is too old. */
export type MissingSignIn = { error: unknown; roles: readonly string[] };

/** @returns undefined for another refusal */
export function missingOf(error: unknown): MissingSignIn | undefined {
  if (!(error instanceof PlatformError)) return undefined;
  const [first] = error.errors;
  if (first?.code === 'insufficient_user_authentication') return { error, roles: [] };
  const roles = first?.meta?.missingRoles;
  return Array.isArray(roles) ? { error, roles: roles.map(String) } : undefined;
}

/** The refusal, with what to do about it. */
export function withAdvice(error: unknown, advice: string): CommandFailure {
  const { exitCode, errors } = failureOf(error);
  const [first, ...others] = errors;
  if (!first) throw error;
  return new CommandFailure(exitCode, [
    { ...first, detail: `${first.detail} ${advice}` },
    ...others,
  ]);
}

/**
 * After a sign-in that asked for all that was missing.
 * @param command signs in once more
 */
export function repeatedRefusal({ error, roles }: MissingSignIn, command: string): CommandFailure {
  const advice =
    roles.length > 0
      ? 'The user does not hold it. Ask an administrator for it.'
      : `The browser kept an older sign-in. Sign out in it, then run: ${command}`;
  return withAdvice(error, advice);
}
