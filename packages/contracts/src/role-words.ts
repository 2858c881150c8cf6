import { type Role, roleDescriptions } from './roles.ts';

const VERBS: Record<string, string> = {
  read: 'Read',
  create: 'Create',
  update: 'Change',
  write: 'Change',
  delete: 'Delete',
};

const PLURALS: Record<string, string> = {
  api_keys: 'API keys',
  apps: 'apps',
  audit: 'the audit log',
  company: 'companies',
  conversation: 'conversations',
  customer: 'customers',
  message: 'messages',
  user: 'users',
  users: 'users',
};

/** The parts of a role's name in words. */
export type RoleWords = {
  /** `all` for a role above both kinds. */
  kind: 'all' | 'admin' | 'permission';
  /** Such as “Read and change”. */
  verb: string;
  /** Such as “customers”; undefined for everything of the kind. */
  subject: string | undefined;
};

export function roleWords(role: string): RoleWords {
  const [, kind, ...words] = role.split('.');
  if (kind === 'admin') return { kind, verb: 'Administer', subject: subjectOf(words) };
  if (kind !== 'permission') return { kind: 'all', verb: '', subject: undefined };
  const verb = VERBS[words.at(-1) ?? ''];
  const subject = subjectOf(verb ? words.slice(0, -1) : words);
  return { kind, verb: verb ?? 'Read and change', subject };
}

/** What a role allows its holder, also a role that the platform does not know: “Read customers”. */
export function describeRole(role: string): string {
  const known: Record<string, string> = roleDescriptions;
  if (known[role as Role]) return known[role as Role] as string;
  const { kind, verb, subject } = roleWords(role);
  return kind === 'all' ? 'Do everything' : `${verb} ${subject ?? 'everything'}`;
}

function subjectOf(words: string[]): string | undefined {
  const [word = ''] = words;
  if (words.length < 2 && word in PLURALS) return PLURALS[word];
  const text = words.join(' ').replaceAll('_', ' ');
  return text ? `${text} data` : undefined;
}
