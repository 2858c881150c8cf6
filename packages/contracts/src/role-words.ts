import { roleDescriptions } from './roles.ts';

// Maps, since roles that the platform does not know are looked up too: `constructor` is a property of every object.
const DESCRIPTIONS = new Map<string, string>(Object.entries(roleDescriptions));

const VERBS = new Map([
  ['read', 'Read'],
  ['create', 'Create'],
  ['update', 'Change'],
  ['write', 'Change'],
  ['delete', 'Delete'],
]);

const PLURALS = new Map([
  ['api_keys', 'API keys'],
  ['apps', 'apps'],
  ['audit', 'the audit log'],
  ['company', 'companies'],
  ['conversation', 'conversations'],
  ['customer', 'customers'],
  ['message', 'messages'],
  ['user', 'users'],
  ['users', 'users'],
]);

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
  const verb = VERBS.get(words.at(-1) ?? '');
  const subject = subjectOf(verb ? words.slice(0, -1) : words);
  return { kind, verb: verb ?? 'Read and change', subject };
}

/** What a role allows its holder, also a role that the platform does not know: “Read customers”. */
export function describeRole(role: string): string {
  const known = DESCRIPTIONS.get(role);
  if (known) return known;
  const { kind, verb, subject } = roleWords(role);
  return kind === 'all' ? 'Do everything' : `${verb} ${subject ?? 'everything'}`;
}

function subjectOf(words: string[]): string | undefined {
  const plural = words.length < 2 && PLURALS.get(words[0] ?? '');
  if (plural) return plural;
  const text = words.join(' ').replaceAll('_', ' ');
  return text ? `${text} data` : undefined;
}
