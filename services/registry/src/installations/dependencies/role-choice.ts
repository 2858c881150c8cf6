import { jsonPointer, privateName } from '@app-platform/app-definition';
import {
  type RoleChoice as ChosenRoles,
  holdsRole,
  problem,
  rolePattern,
} from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { Type } from '@sinclair/typebox';
import type { AppVersion } from '../../apps/app-store.ts';
import { declaredRoles } from '../../apps/registered-definition.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { Ceiling } from '../installation-store.ts';

/** A version that is to be installed. */
export type Placement = {
  version: AppVersion;
  /** Left out: as an upgrade or a first installation has it. */
  ceiling: Ceiling | undefined;
  /** Whether the ceiling is above that of the installation, or of the definition where there is none. */
  raisesCeiling: boolean;
};

const Role = Type.String({
  description:
    'A role is `org` and lower-case words joined with dots, such as org.permission.customer.',
  pattern: rolePattern,
});

/** @param description left out where the list is one form of a value */
export const roleList = (description?: string) =>
  Type.Array(Role, { ...(description && { description }), maxItems: 200, uniqueItems: true });

/** As many apps as an installation with dependencies has at most. */
const MOST_APPS = 101;

export const RoleChoice = Type.Unsafe<ChosenRoles>({
  description:
    'The most that tokens may have here, beside what the definition of their app declares and their user holds: a list for the app itself, or a map of app names to lists. An app that is left out keeps what is stored at an upgrade, and gets the roles of its definition at a first installation. A dependency that is left out gets no role: the roles that it declares wait for a decision.',
  anyOf: [
    roleList(),
    { type: 'object', additionalProperties: roleList(), maxProperties: MOST_APPS },
  ],
});

type Organization = {
  principal: Pick<Principal, 'organizationId'>;
  installed: readonly { appId: bigint; roles: string[] | null }[];
};

/**
 * The ceilings of an app and of the dependencies that are installed with it.
 * @returns in the order of the dependencies, with the app last
 */
export function placements(
  { principal, installed }: Organization,
  choice: ChosenRoles | undefined,
  { version, dependencies }: { version: AppVersion; dependencies: readonly AppVersion[] },
): Placement[] {
  const names = [...dependencies, version].map(({ name }) => name);
  const { chosen } = readChoice(principal, choice, names);
  const before = installed.find(({ appId }) => appId === version.appId);
  const present = before ? before.roles : declaredRoles(version);
  const roles = chosen.get(version.name);
  return [
    ...dependencies.map((one) => dependencyPlacement(one, chosen.get(one.name))),
    {
      version,
      ceiling: roles && { roles, waitingRoles: [] },
      raisesCeiling: isAbove(roles, present),
    },
  ];
}

/** Nobody named the dependency in the request: it gets the roles that are chosen for it, or none. */
function dependencyPlacement(version: AppVersion, roles: string[] | undefined): Placement {
  const declared = declaredRoles(version);
  const ceiling = roles ? { roles, waitingRoles: [] } : { roles: [], waitingRoles: declared ?? [] };
  return { version, ceiling, raisesCeiling: isAbove(roles, declared) };
}

function isAbove(roles: readonly string[] = [], present: string[] | null): boolean {
  return present !== null && roles.some((role) => !holdsRole(present, role));
}

/** @throws AppError `invalid_body` for each entry of a map that names another app, or one app twice */
export function refuseOtherApps(
  { principal }: Pick<Organization, 'principal'>,
  choice: ChosenRoles | undefined,
  apps: readonly Placement[],
): void {
  const names = apps.map(({ version }) => version.name);
  const { others } = readChoice(principal, choice, names);
  if (others.length === 0) return;
  const faults = others.map((key) => {
    const detail = `'${key.slice(0, 200)}' is not one of the apps that would be installed, or is named twice. They are: ${names.slice(-10).join(', ')}.`;
    return problem('invalid_body', detail, { pointer: jsonPointer(['roles', key]) });
  });
  throw new AppError(faults);
}

/**
 * The roles of each app by its registered name. A private app may be named without its suffix, unless
 * an app of that very name is among them. A list is for the last name.
 * @returns `others`: the keys that name no app, or an app that another key names
 */
function readChoice(
  { organizationId }: Organization['principal'],
  choice: ChosenRoles | undefined,
  names: readonly string[],
): { chosen: Map<string, string[]>; others: string[] } {
  const last = names.at(-1) ?? '';
  if (choice === undefined) return { chosen: new Map(), others: [] };
  if (Array.isArray(choice)) return { chosen: new Map([[last, choice]]), others: [] };
  const chosen = new Map<string, string[]>();
  const others: string[] = [];
  for (const [key, roles] of Object.entries(choice)) {
    const name = [key, privateName(key, organizationId)].find((one) => names.includes(one));
    if (name === undefined || chosen.has(name)) others.push(key);
    else chosen.set(name, roles);
  }
  return { chosen, others };
}
