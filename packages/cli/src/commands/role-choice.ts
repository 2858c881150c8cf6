import type { Command } from 'commander';
import { refusedUsage } from '../failure.ts';

export type RoleOption = { roles?: string[] };
export type RoleChoice = string[] | Record<string, string[]>;

/** Adds `--roles`, which may be given once for each app. */
export function withRoles(command: Command): Command {
  return command.option(
    '--roles <roles>',
    'the most that tokens of the app may have, joined with commas; of another app with <app>=<roles>',
    (value: string, before: string[] = []) => [...before, value],
  );
}

/**
 * Reads `org.a,org.b` as a list for the app itself, and `core=org.a` as one for the app core.
 * @param app as the command names it, with a version or without
 */
export function roleChoice(app: string, { roles }: RoleOption): RoleChoice | undefined {
  const [only] = roles ?? [];
  if (!roles || only === undefined) return undefined;
  if (roles.length === 1 && !only.includes('=')) return rolesOf(only);
  const [appName = app] = app.split('-', 1);
  const chosen = new Map<string, string[]>();
  for (const value of roles) {
    const [name = '', list = ''] = value.includes('=') ? value.split('=', 2) : [appName, value];
    if (chosen.has(name)) throw refusedUsage(`Give --roles once for ${name}.`);
    chosen.set(name, rolesOf(list));
  }
  return Object.fromEntries(chosen);
}

function rolesOf(list: string): string[] {
  return list.split(',').flatMap((role) => role.trim() || []);
}
