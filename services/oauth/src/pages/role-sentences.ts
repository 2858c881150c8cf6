const VERBS: Record<string, string> = {
  read: 'Read',
  create: 'Create',
  update: 'Change',
  write: 'Change',
  delete: 'Delete',
};

const PLURALS: Record<string, string> = {
  apps: 'apps',
  company: 'companies',
  conversation: 'conversations',
  customer: 'customers',
  message: 'messages',
  user: 'users',
};

const OTHERS: Record<string, string> = {
  offline_access: 'Stay connected while you are away',
  openid: 'See who you are',
  profile: 'See your name and your organization',
  email: 'See your email address',
};

/** A scope as a sentence for the consent page: `org.permission.customer.read` is "Read your customers". */
export function roleSentence(scope: string): string {
  const other = OTHERS[scope];
  if (other) return other;
  const [, kind, ...words] = scope.split('.');
  if (kind === 'admin') return `Administer ${subjectOf(words) ?? 'everything that you administer'}`;
  if (kind !== 'permission') return 'Do everything that you can do';
  const verb = VERBS[words.at(-1) ?? ''];
  const subject = subjectOf(verb ? words.slice(0, -1) : words);
  return `${verb ?? 'Read and change'} ${subject ? `your ${subject}` : 'everything that you can'}`;
}

function subjectOf(words: string[]): string | undefined {
  const [word = ''] = words;
  if (words.length < 2 && word in PLURALS) return PLURALS[word];
  const text = words.join(' ').replaceAll('_', ' ');
  return text ? `${text} data` : undefined;
}
