import type { PasswordLinkRecord } from '@app-platform/contracts';

/** `unchanged` entries exist already. `differs` names what is not as in the file, and was left so. */
type Outcome = 'created' | 'changed' | 'unchanged' | 'failed';

export type ApiKeyReport = {
  name: string;
  id?: string;
  outcome: Outcome;
  /** Only in the run that created it. */
  key?: string;
  differs?: string[];
  error?: string;
};

export type UserReport = {
  email: string;
  id?: string;
  outcome: Outcome;
  /** Only in the run that created the user. */
  link?: PasswordLinkRecord;
  differs?: string[];
  error?: string;
};

export type OrganizationReport = {
  name?: string;
  id?: string;
  outcome: Outcome;
  verified?: boolean;
  error?: string;
  apiKeys: ApiKeyReport[];
  users: UserReport[];
};

export type PlatformReport = { organizations: OrganizationReport[] };

type Entry = { outcome: Outcome; differs?: string[]; error?: string };

export function failuresIn({ organizations }: PlatformReport): number {
  const entries: Entry[] = organizations.flatMap((one) => [one, ...one.apiKeys, ...one.users]);
  return entries.filter(({ outcome }) => outcome === 'failed').length;
}

/** The report for people. */
export function reportLines({ organizations }: PlatformReport): string {
  const lines = organizations.flatMap((organization) => [
    `organization ${organization.name ?? ''} ${organization.id ?? ''}: ${say(organization)}`,
    ...organization.apiKeys.flatMap((apiKey) => [
      `  API key ${apiKey.name}: ${say(apiKey)}`,
      ...(apiKey.key ? [`    It is shown only now: ${apiKey.key}`] : []),
    ]),
    ...organization.users.flatMap((user) => [
      `  user ${user.email}: ${say(user)}`,
      ...(user.link ? [`    A link to set a password, once: ${user.link.url}`] : []),
    ]),
  ]);
  return lines.join('\n') || 'The file names no organization.';
}

function say({ outcome, differs = [], error }: Entry): string {
  if (error) return `failed: ${error}`;
  return differs.length > 0 ? `${outcome}, with other ${differs.join(' and ')}` : outcome;
}
