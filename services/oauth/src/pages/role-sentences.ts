import { roleWords } from '@app-platform/contracts';

const OTHERS = new Map([
  ['offline_access', 'Stay connected while you are away'],
  ['openid', 'See who you are'],
  ['profile', 'See your name and your organization'],
  ['email', 'See your email address'],
]);

/** A scope as a sentence for the consent page: `org.permission.customer.read` is "Read your customers". */
export function roleSentence(scope: string): string {
  const other = OTHERS.get(scope);
  if (other) return other;
  const { kind, verb, subject } = roleWords(scope);
  if (kind === 'all') return 'Do everything that you can do';
  if (kind === 'admin') return `${verb} ${subject ?? 'everything that you administer'}`;
  return `${verb} ${subject ? `your ${subject}` : 'everything that you can'}`;
}
